import type { HTTP_FIELDS } from "#contract/traffic/fields.ts";
import { requestHeadersContract } from "#contract/modules/request-headers.ts";
import { responseHeadersContract } from "#contract/modules/response-headers.ts";
import type { Trail } from "../events/trail.ts";
import { type Headers, HOP_BY_HOP } from "../headers.ts";
import { compiled } from "./compiled.ts";

type Fields = { add?: Readonly<Record<string, string>> | null; remove?: readonly string[] | null };
/** A text, or the name of a variable. */
type Part = { text: string } | { variable: string };
type Rules = { add: { name: string; parts: Part[] }[]; remove: string[]; added: string };

/** What says where a message ends, and how to read it, is the edge's business. */
export const FIXED: ReadonlySet<string> = new Set([...HOP_BY_HOP, "content-length", "content-encoding"]);

/** A message has one of each: an added one replaces it. All others come beside what there is. */
const SINGLE = new Set(
  (
    "access-control-allow-credentials access-control-max-age access-control-request-method age authorization " +
    "content-language content-location content-md5 content-range content-type date dnt etag expires from host if-match " +
    "if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards range referer " +
    "retry-after server tk upgrade-insecure-requests user-agent x-content-type-options"
  ).split(" "),
);

function rulesOf({ add, remove }: Fields): Rules {
  const fields = Object.entries(add ?? {}).filter(([name]) => !FIXED.has(name));
  return {
    add: fields.map(([name, value]) => ({ name, parts: partsOf(value) })),
    remove: (remove ?? []).filter((name) => !FIXED.has(name)),
    added: list(
      "Added",
      fields.map(([name]) => name),
    ),
  };
}

/** The rules of each kind, by what is stored. */
export const HEADER_RULES = {
  request_headers: compiled(requestHeadersContract, rulesOf),
  response_headers: compiled(responseHeadersContract, rulesOf),
};

/** The headers of a message by the rules of its route: those to remove go, then those to add come. */
export function withHeaderRules(kind: keyof typeof HEADER_RULES, headers: Headers, trail: Trail): Headers {
  const stored = trail.place?.route?.modules[kind];
  if (!stored) return headers;
  const begun = performance.now();
  const { add, remove, added } = HEADER_RULES[kind](stored);
  const changed = { ...headers };
  const removed = remove.filter((name) => Object.hasOwn(headers, name));
  for (const name of removed) delete changed[name];
  for (const { name, parts } of add) {
    const values = parts.map((part) => ("text" in part ? part.text : variableOf(part.variable, trail)));
    addHeader(changed, name, values.join(""));
  }
  const reason = [added, list("Removed", removed)].filter(Boolean).join(". ");
  trail.decided(kind, reason === "" ? { verdict: "applied" } : { verdict: "applied", reason }, begun);
  return changed;
}

/** Puts a header beside what there is, or in its place where a message has one of them. */
export function addHeader(headers: Headers, name: string, value: string): void {
  const there = SINGLE.has(name) ? undefined : headers[name];
  if (there === undefined) headers[name] = value;
  else if (name === "cookie") headers[name] = `${[there].flat().join("; ")}; ${value}`;
  else headers[name] = [...[there].flat(), value];
}

const list = (verb: string, names: readonly string[]): string =>
  names.length > 0 ? `${verb} ${names.join(", ")}` : "";

/** Headers are bytes: what is beyond ASCII is sent as UTF-8. */
export const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");

/** Never more than one line, whatever a visitor sent. */
export const oneLine = (text: string): string => text.replace(/[^\t -~\u0080-\u00ff]/g, "");

function partsOf(value: string): Part[] {
  return value.split(/(\$\{\.[^}]*\})/).map((part) => {
    const [, variable] = /^\$\{\.(.*)\}$/s.exec(part) ?? [];
    return variable === undefined ? { text: bytesOf(part) } : { variable };
  });
}

type Variable = keyof typeof HTTP_FIELDS;
type Noted = Pick<Trail, "connection" | "scheme" | "request" | "status" | "facts">;

/** Variables are the event's fields, as far as they are known by then. Any other is empty. */
const VARIABLES: Partial<Record<Variable, (trail: Noted) => string | number | undefined>> = {
  "conn.client_ip": ({ connection }) => connection.clientIp,
  "conn.server_ip": ({ connection }) => connection.serverIp,
  "conn.server_name": ({ connection }) => connection.name,
  "conn.server_port": ({ connection }) => connection.serverPort,
  "conn.start_ts": ({ connection }) => new Date(connection.began).toISOString(),
  "http.request.method": ({ request }) => request?.method?.toLowerCase(),
  "http.request.url.host": ({ request }) => hostOf(request?.headers ?? {}),
  "http.request.url.path": ({ request }) => request?.url?.split("?", 1)[0],
  "http.request.url.query": ({ request }) => /\?(.*)/.exec(request?.url ?? "")?.[1],
  "http.request.url.raw": ({ request, scheme }) =>
    `${scheme}://${hostOf(request?.headers ?? {})}${request?.url ?? ""}`,
  "http.request.url.scheme": ({ scheme }) => scheme,
  "http.request.user_agent": ({ request }) => request?.headers["user-agent"],
  "http.response.status_code": ({ status }) => status || undefined,
  "tls.cipher_suite": ({ connection }) => connection.tls?.cipher,
  "tls.client_cert.serial_number": ({ connection }) => connection.client?.serial,
  "tls.client_cert.subject.cn": ({ connection }) => connection.client?.name,
  "tls.version": ({ connection }) => connection.tls?.version,
};

const hostOf = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  String(headers[":authority"] ?? headers["host"] ?? "");

/** A field of the event as a text of one line; empty where it is not known by then. */
export function variableOf(name: string, trail: Noted): string {
  const value = VARIABLES[name as Variable]?.(trail) ?? trail.facts?.[name];
  return oneLine(typeof value === "string" || typeof value === "number" ? String(value) : "");
}
