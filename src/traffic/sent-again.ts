import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { isHttp, messageOf } from "./captured.ts";

/** What a client sets by itself, or what belongs to one connection. */
const NOT_SENT = new Set(
  "accept-encoding connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** A secret that was not kept: the word stands in its place, which an app would read as its value. */
export type Placeholder = { in: "url" | "body"; name: string };
export const PLACEHOLDER = "redacted";

/** A request of an event as far as it can be sent again. */
export type SentAgain = {
  /** In upper case. */
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  /** Names of the headers that the request had, in lower case. */
  had: ReadonlySet<string>;
  /** The whole body; null where there was none, or it was not kept whole. */
  body: Uint8Array | null;
  /** What was not kept and is not in it, for people. */
  leftOut: string[];
  placeholders: Placeholder[];
};

/** Where an event says that a secret was replaced, and its name, which may have dots (edge/events/make-event.ts). */
const SECRET = /^(http\.request\.url\.(?:path|query)|capture\.request\.content)\.(.*)$/s;

/** "token in the URL, password in the body". */
export const placeholderText = (all: readonly Placeholder[]): string =>
  all.map(({ in: part, name }) => `${name} in the ${part === "url" ? "URL" : "body"}`).join(", ");

/** Null for a connection that was no HTTP. */
export function sentAgain(event: TrafficEvent): SentAgain | null {
  if (!isHttp(event)) return null;
  const { method = "get", url = {} } = event.object.http?.request ?? {};
  const { headers, redacted, length, body } = messageOf(event, "request");
  const { redacted: secrets = [], truncated: cut = [] } = event.gatehouse ?? {};
  const whole = body !== null && !body.truncated;
  const bytes = whole && body.bytes.length > 0 ? body.bytes : null;
  const sent: SentAgain["headers"] = [];
  const leftOut: string[] = [];
  for (const [name, values] of Object.entries(headers)) {
    if (NOT_SENT.has(name.toLowerCase())) continue;
    if (redacted.has(name.toLowerCase()) || cut.includes(`http.request.headers.${name}`)) leftOut.push(name);
    else for (const value of values) sent.push({ name, value });
  }
  if (length > 0 && !whole) leftOut.push("the body");
  const placeholders = secrets.flatMap((path): Placeholder[] => {
    const [, part, name = ""] = SECRET.exec(path) ?? [];
    if (part === undefined) return [];
    if (part !== "capture.request.content") return [{ in: "url", name }];
    return bytes ? [{ in: "body", name }] : [];
  });
  const had = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return {
    method: method.toUpperCase(),
    url: url.raw ?? "",
    headers: sent,
    had,
    body: bytes,
    leftOut,
    placeholders,
  };
}
