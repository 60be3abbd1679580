import { parseArgs } from "node:util";
import { BEARER_TOKEN } from "./store/tokens.ts";

/** Everything the service can be told, read once at start (README.md#two-commands). */
export type Config = {
  /** 0 = any free port. */
  port: number;
  host: string;
  /** The data folder. */
  data: string;
  /** A Postgres; null = the embedded database in the data folder. */
  databaseUrl: string | null;
  /** Seconds after which the sessions of a killed process have left the list of a shared account. */
  lease: number;
  /** Demo agents; null = the default, 24 while the account is untouched. */
  demo: number | null;
  /** The admin's token; null = the stored one, or a new one. */
  apiKey: string | null;
  /** Name of the version header in answers and messages; every spelling of its case is accepted. */
  versionHeader: string;
  /** Requests per key and minute; 0 = off. */
  rateLimit: number;
  /** Base URL of another service that `/api` is forwarded to; null = the embedded one. */
  upstream: string | null;
  /** What the other service calls the version header. */
  upstreamVersionHeader: string;
  /** Believe Forwarded and X-Forwarded-*: only behind a proxy that overwrites them. */
  trustForwarded: boolean;
  log: LogLevel;
};

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A flag or variable that can't be used; `message` names it and says what to write instead. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Flag<T> = { value: string; help: string; fallback: T; read: (text: string, name: string) => T };

function flag<T>(parts: Flag<T>): Flag<T> {
  return parts;
}

const FLAGS = {
  port: flag({ value: "N", help: "port, 0 = any (4180)", fallback: 4180, read: whole(0, 65_535) }),
  host: flag({
    value: "ADDRESS",
    help: "address to listen on (127.0.0.1)",
    fallback: "127.0.0.1",
    read: text,
  }),
  data: flag({ value: "DIR", help: "data folder (./.gatehouse)", fallback: "./.gatehouse", read: text }),
  "database-url": flag<string | null>({
    value: "URL",
    help: "a Postgres, shared by several services (embedded)",
    fallback: null,
    read: postgresUrl,
  }),
  lease: flag({
    value: "SECONDS",
    help: "on a Postgres: until a killed service's sessions leave the list (15)",
    fallback: 15,
    read: whole(1, 3_600),
  }),
  demo: flag<number | null>({
    value: "N",
    help: "demo agents, 0 = an empty account (24 while the account is untouched)",
    fallback: null,
    read: whole(0, 10_000),
  }),
  "api-key": flag<string | null>({
    value: "TOKEN",
    help: "the admin's token (made at first start)",
    fallback: null,
    read: token,
  }),
  "version-header": flag({
    value: "NAME",
    help: "header that carries the API version (Service-Version)",
    fallback: "Service-Version",
    read: headerName,
  }),
  "rate-limit": flag({
    value: "N",
    help: "requests per key and minute, 0 = off (0)",
    fallback: 0,
    read: whole(0, 1_000_000),
  }),
  upstream: flag<string | null>({
    value: "URL",
    help: "serve the console only, forward /api to this service",
    fallback: null,
    read: baseUrl,
  }),
  "upstream-version-header": flag({
    value: "NAME",
    help: "what the upstream calls the version header (Service-Version)",
    fallback: "Service-Version",
    read: headerName,
  }),
  "trust-forwarded": flag({
    value: "",
    help: "believe Forwarded and X-Forwarded-*, set by your own proxy",
    fallback: false,
    read: yes,
  }),
  log: flag<LogLevel>({
    value: "LEVEL",
    help: `${LOG_LEVELS.join(", ")} (info)`,
    fallback: "info",
    read: level,
  }),
};
type FlagName = keyof typeof FLAGS;

/** What --help prints. */
export const HELP = [
  "Usage: npm start -- [flags]",
  "",
  ...Object.entries(FLAGS).map(
    ([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(32)}${help}; ${variable(name)}`,
  ),
  `  ${"--help".padEnd(32)}this text`,
].join("\n");

/**
 * Reads flags, then GATEHOUSE_* variables, then defaults. An empty variable counts as not set.
 *
 * @throws ConfigError for an unknown flag or a value that can't be used.
 */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config | "help" {
  const given = parseFlags(args);
  if (given["help"] === true) return "help";
  const read = <T>(name: FlagName, { read, fallback }: Flag<T>): T => {
    const fromFlag = given[name];
    if (fromFlag === true) return read("true", `--${name}`);
    if (typeof fromFlag === "string") return read(fromFlag, `--${name}`);
    const fromEnv = env[variable(name)];
    return fromEnv ? read(fromEnv, variable(name)) : fallback;
  };
  return {
    port: read("port", FLAGS.port),
    host: read("host", FLAGS.host),
    data: read("data", FLAGS.data),
    databaseUrl: read("database-url", FLAGS["database-url"]),
    lease: read("lease", FLAGS.lease),
    demo: read("demo", FLAGS.demo),
    apiKey: read("api-key", FLAGS["api-key"]),
    versionHeader: read("version-header", FLAGS["version-header"]),
    rateLimit: read("rate-limit", FLAGS["rate-limit"]),
    upstream: read("upstream", FLAGS.upstream),
    upstreamVersionHeader: read("upstream-version-header", FLAGS["upstream-version-header"]),
    trustForwarded: read("trust-forwarded", FLAGS["trust-forwarded"]),
    log: read("log", FLAGS.log),
  };
}

function variable(name: string): string {
  return `GATEHOUSE_${name.replaceAll("-", "_").toUpperCase()}`;
}

function parseFlags(args: readonly string[]): Record<string, string | boolean | undefined> {
  const options: Record<string, { type: "string" | "boolean" }> = { help: { type: "boolean" } };
  for (const [name, { value }] of Object.entries(FLAGS)) {
    options[name] = { type: value === "" ? "boolean" : "string" };
  }
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${reason.split(". ")[0]}. --help lists the flags.`, { cause: error });
  }
}

function whole(min: number, max: number) {
  return (text: string, name: string): number => {
    if (!/^\d{1,7}$/.test(text) || Number(text) < min || Number(text) > max) {
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    }
    return Number(text);
  };
}

function text(value: string, name: string): string {
  if (value.trim() === "") throw new ConfigError(`${name} needs a value.`);
  return value;
}

/** The value is never repeated: it may hold a password. */
function postgresUrl(value: string, name: string): string {
  if (!/^postgres(ql)?:\/\/\S+$/.test(value)) {
    throw new ConfigError(`${name} must be like postgres://user:password@host:5432/database.`);
  }
  return value;
}

/** The value is never repeated: it is a secret. */
function token(value: string, name: string): string {
  if (value.length < 20 || !BEARER_TOKEN.test(value)) {
    throw new ConfigError(`${name} must have at least 20 characters, only letters, digits and . _ ~ + / -.`);
  }
  if (value.startsWith("gha_")) throw new ConfigError(`${name} is an agent's authtoken, not an API key.`);
  return value;
}

function headerName(value: string, name: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value)) {
    throw new ConfigError(`${name} must be the name of an HTTP header, not "${value}".`);
  }
  return value;
}

/** Repeats nothing of a URL that holds a password. */
function baseUrl(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username || url?.password) {
    throw new ConfigError(`${name} must hold no user or password: the API key travels in each request.`);
  }
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search || url.hash) {
    throw new ConfigError(`${name} must be like https://api.example.com, without a query or fragment.`);
  }
  return url.href.replace(/\/+$/, "");
}

function yes(value: string, name: string): boolean {
  const index = ["false", "0", "no", "true", "1", "yes"].indexOf(value.toLowerCase());
  if (index === -1) throw new ConfigError(`${name} must be true or false, not "${value}".`);
  return index > 2;
}

function level(value: string, name: string): LogLevel {
  const known = LOG_LEVELS.find((one) => one === value);
  if (!known) throw new ConfigError(`${name} must be one of ${LOG_LEVELS.join(", ")}, not "${value}".`);
  return known;
}
