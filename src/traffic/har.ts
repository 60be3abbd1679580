import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { saveFile } from "#ui/save-file.ts";
import { base64Of, isHttp, messageOf, textOf, type Headers, type Message } from "./captured.ts";
import { trafficRow } from "./traffic-row.ts";

/** Requests as HAR 1.2, the oldest first; connections that were no HTTP have no place in it. */
export function harOf(events: readonly TrafficEvent[]) {
  const creator = { name: "Gatehouse", version: "1" };
  const entries = events.filter(isHttp).map(entryOf);
  const byTime = entries.toSorted((a, b) => a.startedDateTime.localeCompare(b.startedDateTime));
  return { log: { version: "1.2", creator, entries: byTime } };
}

/** Hands the browser a HAR file of requests. */
export function harFile(name: string, events: readonly TrafficEvent[]): void {
  saveFile(`${name}.har`, "application/json", JSON.stringify(harOf(events), null, 2));
}

function entryOf(event: Extract<TrafficEvent, { event_type: "http_request_complete.v0" }>) {
  const { request = {}, response = {} } = event.object.http ?? {};
  const { gatehouse: own = {} } = event;
  const { tls, route = 0, modules = 0, agent = 0, upstream = 0, body = 0 } = own.phases ?? {};
  const { at, bytesIn, bytesOut } = trafficRow(event);
  const [sent, answered] = [messageOf(event, "request"), messageOf(event, "response")];
  const httpVersion = own.http_version === "2.0" ? "HTTP/2" : `HTTP/${own.http_version ?? "1.1"}`;
  const timings = {
    blocked: -1,
    dns: -1,
    connect: tls ?? -1,
    ssl: tls ?? -1,
    send: route + modules + agent,
    wait: upstream,
    receive: body,
  };
  const { capture: _, ...facts } = own;
  return {
    startedDateTime: new Date(at).toISOString(),
    // By its rules the sum of all that is not -1; TLS is part of connecting.
    time: (tls ?? 0) + timings.send + timings.wait + timings.receive,
    request: {
      method: (request.method ?? "").toUpperCase(),
      url: request.url?.raw ?? "",
      httpVersion,
      cookies: [],
      headers: pairs(sent.headers),
      queryString: [...new URLSearchParams(request.url?.query)].map(([name, value]) => ({ name, value })),
      ...(sent.body && {
        postData: { mimeType: first(sent.headers, "content-type"), ...contentOf(sent.body) },
      }),
      headersSize: -1,
      bodySize: bytesIn,
    },
    response: {
      status: response.status_code ?? 0,
      statusText: "",
      httpVersion,
      cookies: [],
      headers: pairs(answered.headers),
      content: {
        size: answered.length,
        mimeType: first(answered.headers, "content-type"),
        ...(answered.body && contentOf(answered.body)),
      },
      redirectURL: first(answered.headers, "location"),
      headersSize: -1,
      bodySize: bytesOut,
    },
    cache: {},
    timings,
    serverIPAddress: event.object.conn?.server_ip ?? "",
    ...(own.redacted?.length ? { comment: `Redacted: ${own.redacted.join(", ")}` } : {}),
    _gatehouse: { event_id: event.event_id, ...facts },
  };
}

const pairs = (headers: Headers) =>
  Object.entries(headers).flatMap(([name, values]) => values.map((value) => ({ name, value })));

function first(headers: Headers, name: string): string {
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1][0] ?? "";
}

function contentOf({ bytes, truncated }: NonNullable<Message["body"]>) {
  const text = textOf(bytes);
  const content = text === null ? { text: base64Of(bytes), encoding: "base64" } : { text };
  return truncated ? { ...content, comment: "Truncated" } : content;
}
