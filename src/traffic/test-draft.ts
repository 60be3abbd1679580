import type { TestRequestCreate } from "#contract/traffic/test-request.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { hostOf } from "#resources/edge-names.ts";
import { base64Of, textOf } from "./captured.ts";
import { type Header, readHeaders } from "./read-headers.ts";
import { PLACEHOLDER, type Placeholder, sentAgain } from "./sent-again.ts";

/** A test request as it is typed. */
export type TestDraft = {
  method: string;
  url: string;
  /** A line each. */
  headers: string;
  body: string;
  /** In place of `body`: bytes that are no text. */
  bytes: Uint8Array | null;
  /** Empty = the caller's own. */
  clientIp: string;
};

/** What a new one starts from: what a browser accepts, since a login sends nobody else to its provider. */
export const newDraft = (url: string): TestDraft => ({
  method: "GET",
  url,
  headers: "Accept: text/html,*/*;q=0.8\nUser-Agent: Gatehouse test",
  body: "",
  bytes: null,
  clientIp: "",
});

/** Where a visitor of a route begins: at the port of `httpsPort` where edges listen there, as in its public URL. Empty where its edge has no address. */
export function urlOf(edge: object | undefined, match: string, httpsPort?: number): string {
  const hostports: unknown = edge && "hostports" in edge ? edge.hostports : null;
  const first: unknown = Array.isArray(hostports) ? hostports[0] : null;
  if (typeof first !== "string") return "";
  const hostport = httpsPort === undefined ? first : first.replace(/:\d+$/, `:${httpsPort}`);
  const host = hostOf(hostport).replace(/^\*\./, "test.");
  return `https://${host}${match.startsWith("/") ? match : "/"}`;
}

/** A request that was made, to be sent again, what is not in it, and what is a placeholder in it. Null for a connection that was no HTTP. */
export function replayOf(
  event: TrafficEvent,
): { draft: TestDraft; leftOut: string[]; placeholders: Placeholder[] } | null {
  const again = sentAgain(event);
  if (!again) return null;
  const { method, url, headers, body, leftOut, placeholders } = again;
  const text = body && textOf(body);
  return {
    draft: {
      method,
      url,
      headers: headers.map(({ name, value }) => `${name}: ${value}`).join("\n"),
      body: text ?? "",
      bytes: text === null ? body : null,
      clientIp: event.object.conn?.client_ip ?? "",
    },
    leftOut,
    placeholders,
  };
}

/** Those of the placeholders that a draft still sends: a parameter by its value, the rest as long as the word is there. */
export function placeholdersIn(draft: TestDraft, all: readonly Placeholder[]): Placeholder[] {
  const url = URL.canParse(draft.url) ? new URL(draft.url) : null;
  return all.filter(({ in: part, name }) => {
    if (part === "body") return draft.bytes !== null || draft.body.includes(PLACEHOLDER);
    const values = url?.searchParams.getAll(name) ?? [];
    return values.length > 0 ? values.includes(PLACEHOLDER) : draft.url.includes(PLACEHOLDER);
  });
}

/** The bytes of its body. */
export const bytesIn = ({ bytes, body }: TestDraft): Uint8Array => bytes ?? new TextEncoder().encode(body);

/** The body of POST /test_requests, and the lines that are no header. */
export function requestOf(draft: TestDraft): { body: TestRequestCreate; unread: number[] } {
  const { headers, unread } = readHeaders(draft.headers);
  const bytes = bytesIn(draft);
  const clientIp = draft.clientIp.trim();
  return {
    body: {
      url: draft.url.trim(),
      method: draft.method.trim().toUpperCase() || "GET",
      headers: grouped(headers),
      ...(bytes.length > 0 && { content: base64Of(bytes) }),
      ...(clientIp !== "" && { client_ip: clientIp }),
    },
    unread: unread.map(({ line }) => line),
  };
}

/** By name; another spelling of one is the same header. */
function grouped(headers: readonly Header[]): Record<string, string[]> {
  const groups = new Map<string, { name: string; values: string[] }>();
  for (const { name, value } of headers) {
    const group = groups.get(name.toLowerCase()) ?? { name, values: [] };
    group.values.push(value);
    groups.set(name.toLowerCase(), group);
  }
  return Object.fromEntries([...groups.values()].map(({ name, values }) => [name, values]));
}
