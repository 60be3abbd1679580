import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";

type HttpEvent = Extract<TrafficEvent, { event_type: "http_request_complete.v0" }>;
export type Headers = Readonly<Record<string, readonly string[]>>;

/** One direction of a request as far as it is known. */
export type Message = {
  headers: Headers;
  /** Names of headers whose values were replaced before they were kept, in lower case. */
  redacted: ReadonlySet<string>;
  /** Bytes of the body on the wire. */
  length: number;
  /** What was kept of the body; null where it was not. */
  body: { bytes: Uint8Array; truncated: boolean } | null;
};

export const isHttp = (event: TrafficEvent): event is HttpEvent =>
  event.event_type === "http_request_complete.v0";

const REDACTED = /^(?:http|capture)\.(request|response)\.headers\.(.+)$/;

/** The request of an event, or its answer. Headers are as they were sent where the body was captured, else in lower case. */
export function messageOf({ object, gatehouse: own }: HttpEvent, side: "request" | "response"): Message {
  const captured: { headers?: Headers; content?: string; truncated?: boolean } = own?.capture?.[side] ?? {};
  const { headers = {}, body_length: length = 0 } = object.http?.[side] ?? {};
  const redacted = (own?.redacted ?? []).flatMap((path) => {
    const [, of, name = ""] = REDACTED.exec(path) ?? [];
    return of === side ? [name.toLowerCase()] : [];
  });
  return {
    headers: captured.headers ?? headers,
    redacted: new Set(redacted),
    length,
    body:
      captured.content === undefined
        ? null
        : { bytes: bytesOf(captured.content), truncated: captured.truncated ?? false },
  };
}

/** Bytes in base64. */
export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));

/** The bytes of a text in base64. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
}

/** Bytes as text; null where they are no UTF-8, or hold what no text holds. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
