import * as z from "zod/mini";
import { flag, type Flags, helpText, readCommandLine, toggle, type Values } from "#contract/command-line.ts";
import { LABELS_MAX, TUNNELS_MAX } from "#contract/agent-protocol.ts";
import { EDGE_FLAGS } from "./edge-flags.ts";
import { keepDays, someText, whole } from "./flag-values.ts";
import { BEARER_TOKEN } from "./store/tokens.ts";
import { TRAFFIC_FLAGS } from "./traffic/traffic-flags.ts";

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

const headerName = z.string().check(
  z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, {
    error: ({ input }) => `must be the name of an HTTP header, not "${String(input)}"`,
  }),
);

const hostNames = z.pipe(
  z.string().check(
    z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*(,[a-z0-9-]+(\.[a-z0-9-]+)*)*$/i, {
      error: ({ input }) => `must be host names like gate.example, not "${String(input)}"`,
    }),
  ),
  z.transform((text) => text.split(",")),
);

/** The value is never repeated: it may hold a password. */
const postgresUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\/\S+$/, "must be like postgres://user:password@host:5432/database"));

/** The value is never repeated: it is a secret. */
const token = z.string().check(
  z.refine((text) => text.length >= 20 && BEARER_TOKEN.test(text), {
    error: "must have at least 20 characters, only letters, digits and . _ ~ + / -",
    abort: true,
  }),
  z.regex(/^(?!gha_)/, "is an authtoken, not an API key. Use the token of an API key"),
);

const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : null);

/** Repeats nothing of a URL that holds a password. */
const baseUrl = z.pipe(
  z.string().check(
    z.refine((text) => !parsed(text)?.username && !parsed(text)?.password, {
      error: "must not contain a user or password: each request sends the API key",
      abort: true,
    }),
    z.refine((text) => {
      const url = parsed(text);
      return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
    }, "must be like https://api.example.com, without a query or fragment"),
  ),
  z.transform((text) => new URL(text).href.replace(/\/+$/, "")),
);

const peerUrl = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => /^https?:\/\/[^/@?#\s]+:\d{1,5}\/?$/i.test(text) && parsed(text) !== null,
        "must be like https://10.0.0.5:4282, with a port and without a path",
      ),
    ),
  z.transform((text) => new URL(text).origin),
);

const domain = z.string().check(
  z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, {
    error: ({ input }) => `must be a domain in lower case like gate.example, not "${String(input)}"`,
  }),
);

const level = z.enum(LOG_LEVELS, {
  error: ({ input }) => `must be one of ${LOG_LEVELS.join(", ")}, not "${String(input)}"`,
});

/** Everything the service can be told, as flags and GATEHOUSE_* variables. */
export const FLAGS = {
  port: flag("N", "port, 0 = any free port", whole(0, 65_535), 4180),
  host: flag("ADDRESS", "address to listen on", someText, "127.0.0.1"),
  data: flag("DIR", "data folder", someText, "./.gatehouse"),
  link: toggle("print a new sign-in link of the running service, then exit"),
  "database-url": flag(
    "URL",
    "a Postgres database, shared by several services",
    postgresUrl,
    null,
    "embedded",
  ),
  lease: flag(
    "SECONDS",
    "with --database-url: how long sessions of a killed service stay listed",
    whole(1, 3_600),
    15,
  ),
  "peer-url": flag(
    "URL",
    "with --database-url: where other edges reach this one",
    peerUrl,
    null,
    "a loopback port",
  ),
  demo: flag("N", "demo agents, 0 = an empty account", whole(0, 10_000), null, "24 in a new account"),
  "api-key": flag(
    "TOKEN",
    "token of the admin’s key; prefer the variable",
    token,
    null,
    "created at first start",
  ),
  "version-header": flag("NAME", "name of the API version header", headerName, "Service-Version"),
  "rate-limit": flag("N", "requests per key and minute, 0 = off", whole(0, 1_000_000), 0),
  "key-failures": flag(
    "N",
    "wrong keys from one address before it has to wait, 0 = off",
    whole(0, 1_000_000),
    20,
  ),
  upstream: flag("URL", "serve only the console and forward /api to this service", baseUrl, null),
  "upstream-version-header": flag("NAME", "name of the version header there", headerName, "Service-Version"),
  "allow-host": flag("NAMES", "more host names to answer for, separated by commas", hostNames, []),
  "header-timeout": flag("SECONDS", "time limit for the headers of a request", whole(1, 3_600), 15),
  "request-timeout": flag("SECONDS", "time limit for a whole request", whole(1, 3_600), 30),
  "max-connections": flag("N", "open connections, agents included", whole(10, 1_000_000), 20_000),
  "agent-messages": flag("N", "messages per agent and minute", whole(60, 1_000_000), 600),
  "agent-bytes": flag("N", "bytes of messages per agent and minute", whole(300_000, 9_999_999), 4_000_000),
  "authtoken-sessions": flag("N", "agents online at once per authtoken", whole(1, 1_000_000), 15_000),
  "address-sessions": flag("N", "agents online at once per address", whole(1, 1_000_000), 15_000),
  "agent-tunnels": flag("N", "tunnels per agent", whole(1, TUNNELS_MAX), 100),
  "tunnel-labels": flag("N", "labels per tunnel", whole(1, LABELS_MAX), 64),
  "address-failures": flag(
    "N",
    "failed agent connections per address and minute before further ones wait",
    whole(1, 1_000_000),
    20,
  ),
  "key-streams": flag("N", "event streams open at once per key", whole(1, 10_000), 20),
  releases: flag(
    "DIR",
    "folder of agent releases (npm run release:agent), which agents update to",
    someText,
    null,
  ),
  backup: flag("FILE", "write a backup of the account to this file, and end", someText, null),
  restore: flag("FILE", "restore the account of a backup into an empty database, and end", someText, null),
  ...EDGE_FLAGS,
  "public-base": flag("DOMAIN", "domain of the addresses that tunnels get", domain, "localhost"),
  ...TRAFFIC_FLAGS,
  "events-keep": flag("DAYS", "how many days audit events are kept, or off to keep all", keepDays, 365),
  "private-destinations": toggle("send events to addresses that are not public, such as this machine"),
  "trust-forwarded": toggle("trust Forwarded and X-Forwarded-*; only behind your own proxy"),
  log: flag("LEVEL", LOG_LEVELS.join(", "), level, "info"),
} as const satisfies Flags;

/** Everything the service was told, read once at start. What has no default is null: the service then finds its own. */
export type Config = Values<typeof FLAGS>;

/** What --help prints. */
export const HELP = helpText(FLAGS, { usage: "npm start -- [flags]", column: 32, env: true });

/**
 * Reads flags, then GATEHOUSE_* variables, then defaults. An empty variable counts as not set.
 *
 * @throws ConfigError for an unknown flag or a value that can't be used.
 */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config | "help" {
  return readCommandLine(FLAGS, args, env);
}
