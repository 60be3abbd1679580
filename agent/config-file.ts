import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseDocument } from "yaml";
import { TunnelRequest } from "#contract/agent-protocol.ts";
import { nearest } from "#contract/nearest.ts";
import { ConfigError, type FileValues } from "#contract/command-line.ts";
import { readTunnel } from "./tunnel-flag.ts";

/** What a configuration file says: values of flags, and tunnels where it has any. */
export type ConfigFile = { given: FileValues; tunnels: TunnelRequest[] | undefined };

type Setting = { flag: string; inverted?: true; path?: true };

/** The settings of the file, each with the flag that says the same. What is not here is for the command line alone. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  url: { flag: "url" },
  authtoken_file: { flag: "authtoken-file", path: true },
  region: { flag: "region" },
  metadata: { flag: "metadata" },
  insecure_upstreams: { flag: "insecure-upstreams" },
  dial_timeout: { flag: "dial-timeout" },
  drain: { flag: "drain" },
  update_check: { flag: "no-update-check", inverted: true },
  remote_management: { flag: "no-remote-management", inverted: true },
  update_key: { flag: "update-key" },
  state: { flag: "state", path: true },
  online_within: { flag: "online-within" },
  log_format: { flag: "log-format" },
};
export const SETTING_NAMES = [...Object.keys(SETTINGS), "tunnels"];
const TUNNEL_NAMES = ["forwards_to", "hostname", "metadata", "labels"];
/** More of them would only make a small file large. */
const ALIASES_MAX = 50;

/**
 * Reads the YAML file of --config. Paths in it are from its own folder.
 *
 * @throws ConfigError for anything that can't be used; an unknown name comes with the nearest known one.
 */
export function readConfigFile(file: string): ConfigFile {
  const where = basename(file);
  const given: Record<string, { name: string; value: string }> = {};
  let tunnels: TunnelRequest[] | undefined;
  for (const [key, value] of entriesOf(where, parse(file, where), SETTING_NAMES)) {
    if (value === null) throw new ConfigError(`${where}: ${key} is empty. Give it a value or remove it.`);
    const setting = SETTINGS[key];
    if (!setting) {
      tunnels = tunnelsOf(where, value);
      continue;
    }
    const text = textOf(`${where}: ${key}`, value, key === "metadata");
    const { flag, inverted, path } = setting;
    const read = inverted ? invert(text) : path ? resolve(dirname(file), text) : text;
    given[flag] = { name: `${where}: ${key}`, value: read };
  }
  return { given, tunnels };
}

/** Faults that the parser says in words of the YAML specification. */
const JARGON: ReadonlySet<string> = new Set([
  "BAD_INDENT",
  "BLOCK_AS_IMPLICIT_KEY",
  "IMPOSSIBLE",
  "MISSING_CHAR",
  "UNEXPECTED_TOKEN",
]);

function parse(file: string, where: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`Can’t read --config ${file}. Check its path and permissions.`, { cause: error });
  }
  const document = parseDocument(text, { prettyErrors: true });
  // Only the first line: the others show the file.
  const fault = (error: Error) =>
    new ConfigError(`${where}: ${error.message.split("\n")[0]?.replace(/[:.]$/, "")}.`, { cause: error });
  const unreadable = (error: (typeof document.errors)[number]) => {
    const [{ line, col } = { line: 1, col: 1 }] = error.linePos ?? [];
    const what = `${where} can’t be read at line ${line}, column ${col}. Check indentation, brackets and quotes there.`;
    return new ConfigError(what, { cause: error });
  };
  for (const error of document.errors) throw JARGON.has(error.code) ? unreadable(error) : fault(error);
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX }) as unknown;
  } catch (error) {
    throw fault(error as Error);
  }
}

/** The entries of a mapping; an empty file has none. */
function entriesOf(where: string, value: unknown, known: readonly string[]): [string, unknown][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object" || Array.isArray(value))
    throw new ConfigError(`${where} must be a list of names and values, like url: https://gate.example.`);
  const entries = Object.entries(value);
  for (const [key] of entries)
    if (!known.includes(key))
      throw new ConfigError(`${where}: unknown name “${key}”. ${suggestion(key, known)}`);
  return entries;
}

function textOf(name: string, value: unknown, mapping: boolean): string {
  if (mapping && typeof value === "object") return jsonOf(name, value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return String(value);
  throw new ConfigError(`${name} must be a single value.`);
}

/** An alias in YAML may be of what it is in. */
function jsonOf(name: string, value: object | null): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new ConfigError(`${name} contains itself. Remove the alias (*).`, { cause: error });
  }
}

function invert(text: string): string {
  if (/^(true|1|yes)$/i.test(text)) return "false";
  return /^(false|0|no)$/i.test(text) ? "true" : text;
}

function tunnelsOf(where: string, value: unknown): TunnelRequest[] {
  if (!Array.isArray(value))
    throw new ConfigError(`${where}: tunnels must be a list, like - forwards_to: http:3000.`);
  return value.map((one: unknown, index) => tunnelOf(`${where}: tunnels[${index}]`, one));
}

/** As --tunnel has it, or by name. */
function tunnelOf(where: string, value: unknown): TunnelRequest {
  if (typeof value !== "object" || value === null)
    return readTunnel(textOf(where, value, false), undefined, where);
  const { forwards_to, metadata, hostname, labels } = Object.fromEntries(
    entriesOf(where, value, TUNNEL_NAMES),
  );
  if (forwards_to === undefined)
    throw new ConfigError(`${where}: forwards_to is missing. Example: http:3000.`);
  const target = textOf(`${where}: forwards_to`, forwards_to, false);
  if (target.includes(","))
    throw new ConfigError(`${where}: forwards_to can’t have settings. Give each its own name.`);
  const request = {
    ...readTunnel(target, undefined, where),
    ...(hostname !== undefined && { hostname: exactText(`${where}: hostname`, hostname) }),
    ...(labels !== undefined && { labels: labelsOf(`${where}: labels`, labels) }),
    ...(metadata !== undefined && { metadata: textOf(`${where}: metadata`, metadata, true) }),
  };
  const parsed = TunnelRequest.safeParse(request);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${where}: ${issue?.path.join(".")} ${issue?.message ?? "is invalid"}.`);
}

/** YAML reads 1.0 as the number 1: what must be as it was written is refused without quotes. */
function exactText(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new ConfigError(`${name} must be text. Put it in quotes, like "1.0".`);
}

function labelsOf(name: string, value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ConfigError(`${name} must be names and values, like { app: web }.`);
  return Object.fromEntries(
    Object.entries(value).map(([key, label]) => [key, exactText(`${name}.${key}`, label)]),
  );
}

/** What to do about an unknown name: the known one that was probably meant, else all of them. */
function suggestion(name: string, known: readonly string[]): string {
  const begun = name === "" ? undefined : known.find((one) => one.startsWith(name));
  const meant = begun ?? nearest(name.replaceAll("-", "_"), known);
  return meant === undefined ? `Use one of: ${known.join(", ")}.` : `Did you mean ${meant}?`;
}
