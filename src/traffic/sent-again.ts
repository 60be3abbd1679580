import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { isHttp, messageOf } from "./captured.ts";

/** What a client sets by itself, or what belongs to one connection. */
const NOT_SENT = new Set(
  "accept-encoding connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** A request of an event as far as it can be sent again. */
export type SentAgain = {
  /** In upper case. */
  method: string;
  /** Secrets in it are the word redacted. */
  url: string;
  headers: { name: string; value: string }[];
  /** Names of the headers that the request had, in lower case. */
  had: ReadonlySet<string>;
  /** The whole body; null where there was none, or it was not kept whole. */
  body: Uint8Array | null;
  /** What was not kept, for people. */
  leftOut: string[];
};

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
  if (secrets.some((path) => path.startsWith("http.request.url"))) leftOut.push("the secrets in its URL");
  if (bytes && secrets.some((path) => path.startsWith("capture.request.content")))
    leftOut.push("the secrets in its body");
  const had = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return { method: method.toUpperCase(), url: url.raw ?? "", headers: sent, had, body: bytes, leftOut };
}
