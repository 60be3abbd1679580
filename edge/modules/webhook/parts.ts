import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";

/** A request as far as providers sign it: `url` with scheme and host, `target` = path and query. */
export type Message = {
  method: string;
  url: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** The longest body that is verified, in bytes. */
export const BODY_MAX = 1_048_576;

type Part = (message: Message, argument: string) => string | Buffer | null;

const header: Part = ({ headers }, name) => {
  const value = headers[name];
  return typeof value === "string" ? value.trim() : null;
};

/** `name.key` = the one value of `key=` in a header of pairs. */
const pair: Part = (message, argument) => {
  const [name = "", key = ""] = argument.split(".");
  const value = header(message, name)?.toString() ?? "";
  const [found, ...others] = value
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text.startsWith(`${key}=`));
  return found === undefined || others.length > 0 ? null : found.slice(key.length + 1);
};

/** What names lead to in a body of JSON, as a text. */
const json: Part = ({ body }, path) => {
  const found = path.split(".").reduce<unknown>((at, name) => own(at, name), jsonOf(body));
  return typeof found === "string" || typeof found === "number" ? String(found) : null;
};

/** Null where a body is no JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

export const own = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A body as it was before gzip. */
const inflated: Part = ({ headers, body }) => {
  if (headers["content-encoding"] !== "gzip") return body;
  try {
    return gunzipSync(body, { maxOutputLength: BODY_MAX });
  } catch {
    return null;
  }
};

/** Names and values, sorted; null of a body that is no form: it would be without a signature. */
function form({ headers, body }: Message): [name: string, values: string[]][] | null {
  if (body.length === 0) return [];
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")) return null;
  return sorted(new URLSearchParams(body.toString()));
}

function sorted(fields: URLSearchParams): [name: string, values: string[]][] {
  const names = [...new Set(fields.keys())].toSorted(byCode);
  return names.map((name) => [name, fields.getAll(name).toSorted(byCode)]);
}

const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const run = (fields: [name: string, values: string[]][], unique: boolean): string =>
  fields.flatMap(([name, all]) => (unique ? [...new Set(all)] : all).map((value) => name + value)).join("");

/** The fields of a form, names and values in a row. */
const fields: Part = (message) => {
  const sent = form(message);
  return sent && run(sent, true);
};

/** The same; other bodies have their hash in the address. */
const twilio: Part = (message) => {
  const hash = new URL(message.url).searchParams.get("bodySHA256");
  if (hash === null) return fields(message, "");
  return hash === createHash("sha256").update(message.body).digest("hex") ? "" : null;
};

/** The address with its parameters sorted, then the fields of the form. */
const plivo: Part = (message) => {
  const url = new URL(message.url);
  const sent = form(message);
  if (!sent) return null;
  const query = sorted(url.searchParams)
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
    .join("&");
  const base = withoutQuery(message.url);
  if (sent.length === 0) return query === "" ? base : `${base}?${query}`;
  return `${base}?${query === "" ? "" : `${query}.`}${run(sent, false)}`;
};

const withoutQuery = (url: string): string => url.split("?", 1)[0] ?? "";

/** The address, with signs as they are that a few providers don't encode. */
const decoded: Part = ({ url }) =>
  url.replaceAll(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, (code) => decodeURIComponent(code));

/** Method, path, the headers that are signed and body, on lines. The time and the list itself have to be signed. */
const contentful: Part = (message) => {
  const { method, target, body } = message;
  const names = (header(message, "x-contentful-signed-headers")?.toString() ?? "").toLowerCase().split(",");
  const required = ["x-contentful-signed-headers", "x-contentful-timestamp"];
  if (!required.every((name) => names.includes(name))) return null;
  const [path = "", query] = target.split("?", 2);
  const signed = names
    .toSorted(byCode)
    .map((name) => `${name}:${header(message, name)?.toString() ?? ""}`)
    .join(";");
  const escaped = query ? `${path}?${encodeURIComponent(query)}` : path;
  return Buffer.concat([Buffer.from(`${method}\n${encodeURI(escaped)}\n${signed}\n`), body]);
};

/** Body, environment and time as one text of JSON. */
const hygraph: Part = (message) => {
  const [environment, time] = [pair(message, "gcms-signature.env"), pair(message, "gcms-signature.t")];
  if (environment === null || time === null) return null;
  return JSON.stringify({
    Body: message.body.toString(),
    EnvironmentName: environment,
    TimeStamp: Number(time),
  });
};

const PARTS: Readonly<Record<string, Part>> = {
  body: ({ body }) => body,
  method: ({ method }) => method,
  url: ({ url }) => url,
  base: ({ url }) => withoutQuery(url),
  header,
  pair,
  json,
  inflated,
  fields,
  twilio,
  plivo,
  decoded,
  contentful,
  hygraph,
};

/** A part of a message by its name and argument, as in `header:x-signature`; null where the message has none. */
export function partOf(message: Message, name: string): string | Buffer | null {
  const colon = name.indexOf(":");
  const [kind, argument] = colon < 0 ? [name, ""] : [name.slice(0, colon), name.slice(colon + 1)];
  return PARTS[kind]?.(message, argument) ?? null;
}

/** A template with its parts put in; null where the message lacks one. */
export function filled(message: Message, template: string): Buffer | null {
  const pieces = template.split(/[{}]/).map((piece, index) => {
    const made = index % 2 === 0 ? piece : partOf(message, piece);
    return typeof made === "string" ? Buffer.from(made) : made;
  });
  return pieces.every((piece) => piece !== null) ? Buffer.concat(pieces) : null;
}
