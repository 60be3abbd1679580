import { posixQuote } from "#components/curl.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { isHttp, messageOf, textOf } from "./captured.ts";

/** What curl sets by itself, or what belongs to one connection. */
const NOT_SENT = new Set(
  "accept-encoding connection content-length host keep-alive proxy-connection te transfer-encoding upgrade".split(
    " ",
  ),
);

/**
 * The request of an event as a curl command for a POSIX shell, and what is not in it: headers that were redacted, a body that
 * was not kept whole. Null for a connection that was no HTTP.
 */
export function requestCurl(event: TrafficEvent): { text: string; leftOut: string[] } | null {
  if (!isHttp(event)) return null;
  const { method = "get", url = {} } = event.object.http?.request ?? {};
  const { headers, redacted, length, body } = messageOf(event, "request");
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const verb = method.toUpperCase();
  const whole = body !== null && !body.truncated;
  const bytes = whole && body.bytes.length > 0 ? body.bytes : null;
  const text = bytes && textOf(bytes);
  const address = url.raw ?? "";
  const { redacted: secrets = [], truncated: cut = [] } = event.gatehouse ?? {};
  const words = ["curl"];
  // Alone, -X HEAD waits for a body that never comes.
  if (verb === "HEAD") words.push("--head");
  else if (verb !== (bytes ? "POST" : "GET")) words.push(`-X ${posixQuote(verb)}`);
  if (/[[\]{}]/.test(address)) words.push("--globoff");
  if (/\/\.{1,2}(?:[/?]|$)/.test(address)) words.push("--path-as-is");
  if (names.has("accept-encoding")) words.push("--compressed");
  const lines = [`${words.join(" ")} ${posixQuote(address)}`];
  const leftOut: string[] = [];
  for (const [name, values] of Object.entries(headers)) {
    if (NOT_SENT.has(name.toLowerCase())) continue;
    if (redacted.has(name.toLowerCase()) || cut.includes(`http.request.headers.${name}`)) leftOut.push(name);
    else
      for (const value of values)
        lines.push(`-H ${posixQuote(value === "" ? `${name};` : `${name}: ${value}`)}`);
  }
  // Without these curl adds its own.
  for (const name of ["Accept", "User-Agent", ...(bytes ? ["Content-Type"] : [])])
    if (!names.has(name.toLowerCase())) lines.push(`-H '${name}:'`);
  if (text) lines.push(`--data-raw ${posixQuote(text)}`);
  else if (bytes) lines.push("--data-binary @-");
  if (length > 0 && !whole) leftOut.push("the body");
  if (secrets.some((path) => path.startsWith("http.request.url"))) leftOut.push("the secrets in its URL");
  if (bytes && secrets.some((path) => path.startsWith("capture.request.content")))
    leftOut.push("the secrets in its body");
  const command = lines.join(" \\\n  ");
  if (!bytes || text) return { text: command, leftOut };
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
  return { text: `printf %s ${encoded} | base64 -d | ${command}`, leftOut };
}
