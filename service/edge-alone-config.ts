import { type Flags, helpText, readCommandLine, type Values } from "#contract/command-line.ts";
import { FLAGS } from "./config.ts";
import { EDGE_FLAGS } from "./edge-flags.ts";

const { "edge-http": http, "edge-https": https, "edge-host": host } = EDGE_FLAGS;

/** Everything an edge without a service can be told: the same as the service tells its own. */
export const EDGE_ALONE_FLAGS = {
  "database-url": { ...FLAGS["database-url"], help: "the Postgres that the services share", otherwise: "" },
  ...EDGE_FLAGS,
  "traffic-keep": FLAGS["traffic-keep"],
  "edge-http": { ...http, fallback: 4280, otherwise: undefined },
  "edge-https": { ...https, fallback: 4281, otherwise: undefined },
  "edge-host": { ...host, fallback: "127.0.0.1", otherwise: undefined },
  log: FLAGS.log,
} as const satisfies Flags;

export type EdgeAloneConfig = Values<typeof EDGE_ALONE_FLAGS>;

/** What --help prints. */
export const EDGE_HELP = helpText(EDGE_ALONE_FLAGS, {
  usage: "npm run edge -- [flags]",
  column: 32,
  env: true,
});

/** @throws ConfigError for an unknown flag or a value that can't be used. */
export function readEdgeConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): EdgeAloneConfig | "help" {
  return readCommandLine(EDGE_ALONE_FLAGS, args, env);
}
