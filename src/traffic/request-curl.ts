import { posixQuote } from "#components/curl.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { base64Of, textOf } from "./captured.ts";
import { type SentAgain, sentAgain } from "./sent-again.ts";

/**
 * The request of an event as a curl command for a POSIX shell, what is not in it (headers that were redacted, a body that was
 * not kept whole), and the secrets that are a placeholder in it. Null for a connection that was no HTTP.
 */
export function requestCurl(
  event: TrafficEvent,
): (Pick<SentAgain, "leftOut" | "placeholders"> & { text: string }) | null {
  const again = sentAgain(event);
  if (!again) return null;
  const { method, url, headers, had, body: bytes, leftOut, placeholders } = again;
  const text = bytes && textOf(bytes);
  const words = ["curl"];
  // Alone, -X HEAD waits for a body that never comes.
  if (method === "HEAD") words.push("--head");
  else if (method !== (bytes ? "POST" : "GET")) words.push(`-X ${posixQuote(method)}`);
  if (/[[\]{}]/.test(url)) words.push("--globoff");
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) words.push("--path-as-is");
  if (had.has("accept-encoding")) words.push("--compressed");
  const lines = [`${words.join(" ")} ${posixQuote(url)}`];
  for (const { name, value } of headers)
    lines.push(`-H ${posixQuote(value === "" ? `${name};` : `${name}: ${value}`)}`);
  // Without these curl adds its own.
  for (const name of ["Accept", "User-Agent", ...(bytes ? ["Content-Type"] : [])])
    if (!had.has(name.toLowerCase())) lines.push(`-H '${name}:'`);
  if (text) lines.push(`--data-raw ${posixQuote(text)}`);
  else if (bytes) lines.push("--data-binary @-");
  const command = lines.join(" \\\n  ");
  if (!bytes || text) return { text: command, leftOut, placeholders };
  return { text: `printf %s ${base64Of(bytes)} | base64 -d | ${command}`, leftOut, placeholders };
}
