import { queryOptions } from "@tanstack/react-query";
import type { AppConfig } from "#contract/app-config.ts";
import { appConfigQuery } from "./app-config.ts";
import { absoluteBase, getConnection } from "./connection.ts";

/** A /config.json where it names the service in use, else null: what it says is true of no other. */
export function servedConfig(config: AppConfig): AppConfig | null {
  const used = getConnection()?.baseUrl ?? config.baseUrl;
  return absoluteBase(used) === absoluteBase(config.baseUrl) ? config : null;
}

/** {@link servedConfig} of what is served. */
export const servedConfigQuery = queryOptions({ ...appConfigQuery, select: servedConfig });
