import { queryOptions } from "@tanstack/react-query";
import { AppConfig } from "#contract/app-config.ts";

/** What the console assumes where nobody serves /config.json. */
export const DEFAULT_CONFIG: AppConfig = { baseUrl: "/api", versionHeader: "Service-Version" };

/** GET /config.json as it is now. Fails where it is absent or unreadable. */
export async function readAppConfig(signal: AbortSignal): Promise<AppConfig> {
  const response = await fetch("/config.json", { cache: "no-cache", signal });
  return AppConfig.parse(await response.json());
}

/** GET /config.json: written by whoever hosts the console. Absent or unreadable means the defaults (architecture.md#programs). */
async function fetchAppConfig(signal: AbortSignal): Promise<AppConfig> {
  try {
    return await readAppConfig(signal);
  } catch {
    signal.throwIfAborted();
    return DEFAULT_CONFIG;
  }
}

/** /config.json, read once. */
export const appConfigQuery = queryOptions({
  queryKey: ["app-config"],
  queryFn: ({ signal }) => fetchAppConfig(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
