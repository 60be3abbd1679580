import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import { ConfigError } from "#contract/command-line.ts";
import type { Config } from "./config.ts";

/** The process's own: the database, the console, the log. */
const OWN = 100;
/** With demo agents also left for requests and agents from outside. */
const RESERVE = 500;
/** Both ends of a demo agent's socket are in this process, and a third to a half of the agents have a port for TCP. */
const FILES_PER_AGENT = 2.5;

/** How many demo agents fit into so many open files; null = not known, so all that are asked for. */
export function agentsThatFit(openFilesMax: number | null): number {
  if (openFilesMax === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((openFilesMax - RESERVE) / FILES_PER_AGENT));
}

/** How many files this process may have open, where the system tells. Node raises its limit to the hard one when it starts. */
export function openFilesMax(
  read: () => string = () => readFileSync("/proc/self/limits", "utf8"),
): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    // Only Linux has this file.
    return null;
  }
}

const count = (number: number): string => number.toLocaleString("en");

/**
 * The configuration as the limit of open files lets it be: with fewer connections, which the log is told, so that those beyond
 * are refused in words and the database always gets its files.
 *
 * @throws ConfigError when `--demo` asks for more agents than fit, with how many do.
 */
export function withinOpenFiles(config: Config, log: Pick<Logger, "warn">, most = openFilesMax()): Config {
  const agents = agentsThatFit(most);
  if (most === null || (config.demo ?? 0) <= agents) return fewerConnections(config, log, most);
  throw new ConfigError(
    `--demo ${config.demo}: this process can run ${count(agents)} demo agents, since it may have ${count(most)} open files. Ask for fewer, or raise the hard limit (ulimit -Hn).`,
  );
}

function fewerConnections(config: Config, log: Pick<Logger, "warn">, most: number | null): Config {
  if (most === null || most >= config.maxConnections) return config;
  const connections = Math.max(0, most - OWN);
  log.warn(
    { openFiles: most, connections, asked: config.maxConnections },
    "fewer connections than --max-connections: raise the hard limit of open files (ulimit -Hn)",
  );
  return { ...config, maxConnections: connections };
}
