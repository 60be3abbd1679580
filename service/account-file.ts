import { resolve } from "node:path";
import type { Logger } from "pino";
import { ConfigError } from "#contract/command-line.ts";
import type { Config } from "./config.ts";
import { backUp } from "./store/backup.ts";
import { restore } from "./store/restore.ts";

type Told = Pick<Config, "backup" | "restore" | "upstream" | "data" | "databaseUrl">;

/**
 * Does what --backup or --restore asks for and answers what to say of it; null when neither was given.
 *
 * @throws ConfigError for flags that contradict each other, and as `backUp` and `restore` do.
 */
export async function accountFile(config: Told, log: Logger): Promise<string | null> {
  const { backup, restore: from, upstream, data, databaseUrl } = config;
  if (backup === null && from === null) return null;
  if (backup !== null && from !== null)
    throw new ConfigError("--backup and --restore can’t be used together.");
  if (upstream !== null)
    throw new ConfigError("With --upstream there is no account here. Back up the service it leads to.");
  const where = { dir: resolve(data), url: databaseUrl, log };
  if (backup !== null) return `Backup written to ${backup}: ${await backUp(where, backup)} rows`;
  return `Restored from ${from}: ${await restore(where, from ?? "")} rows`;
}
