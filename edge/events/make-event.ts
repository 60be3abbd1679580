import { nest } from "#contract/traffic/nested.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { EdgeRequest } from "../request-body.ts";
import { refusalCode } from "../refusals.ts";
import { captured } from "./captured.ts";
import { headerMap, headerPairs, type LeftOut } from "./header-map.ts";
import { redactPairs } from "./redact.ts";
import type { Trail } from "./trail.ts";

type Fields = Record<string, unknown>;

/** The event of a request or connection that has ended, without secrets. `dropped` events were lost before it. */
export function makeEvent(trail: Trail, id: string, dropped: number): TrafficEvent {
  const left: LeftOut = { redacted: [], truncated: [] };
  const http = trail.scheme !== "tcp";
  const object = nest(http ? httpFields(trail, left) : tcpFields(trail));
  const own: Fields = {
    ...ownFields(trail),
    ...(http && trail.request && captured(trail, trail.request, left)),
  };
  if (left.redacted.length > 0) own["redacted"] = [...new Set(left.redacted)];
  if (left.truncated.length > 0) own["truncated"] = left.truncated;
  if (dropped > 0) own["dropped"] = dropped;
  return {
    event_id: id,
    event_type: http ? "http_request_complete.v0" : "tcp_connection_closed.v0",
    event_timestamp: timeAt(trail, trail.marks.ended),
    object,
    gatehouse: nest(own),
  };
}

function connectionFields({ connection, place, facts }: Trail, name: string | undefined): Fields {
  return {
    "conn.client_ip": connection.clientIp,
    "conn.server_ip": connection.serverIp,
    "conn.server_name": connection.name || (name ?? hostOf(place?.endpoint.hostport)),
    "conn.server_port": connection.serverPort,
    "conn.start_ts": new Date(connection.began).toISOString(),
    ...facts,
  };
}

function tcpFields(trail: Trail): Fields {
  return {
    ...connectionFields(trail, undefined),
    "conn.bytes_in": trail.in.length,
    "conn.bytes_out": trail.out.length,
    "conn.end_ts": timeAt(trail, trail.marks.ended),
  };
}

function httpFields(trail: Trail, left: LeftOut): Fields {
  const { connection, request, reused, status, upgrade } = trail;
  const host = request ? String(request.headers[":authority"] ?? request.headers.host ?? "") : undefined;
  return {
    ...connectionFields(trail, host && hostOf(host)),
    "backend.connection_reused": reused,
    "tls.version": connection.tls?.version,
    "tls.cipher_suite": connection.tls?.cipher,
    ...(request && requestFields(request, host ?? "", trail, left)),
    ...(status > 0 && {
      "http.response.status_code": status,
      "http.response.headers": headerMap(headerPairs(trail.headers), "http.response.headers", left),
      "http.response.body_length": upgrade === undefined ? trail.out.length : 0,
    }),
  };
}

/** Characters of a path, or of a query, that are kept. */
const URL_MAX = 8_192;

function requestFields(request: EdgeRequest, host: string, trail: Trail, left: LeftOut): Fields {
  const { url = "", method = "" } = request;
  const cut = (text: string, at: string): string => {
    if (text.length <= URL_MAX) return text;
    left.truncated.push(at);
    return text.slice(0, URL_MAX);
  };
  const told = (at: string) => (name: string) => void left.redacted.push(`${at}.${name}`);
  const mark = url.indexOf("?");
  const path = redactPairs(mark < 0 ? url : url.slice(0, mark), "path", told("http.request.url.path"));
  const asked = mark < 0 ? "" : redactPairs(url.slice(mark), "address", told("http.request.url.query"));
  const shown = cut(path, "http.request.url.path");
  const query = cut(asked, "http.request.url.query");
  return {
    "http.request.method": method.toLowerCase(),
    "http.request.url.scheme": trail.scheme,
    "http.request.url.host": host,
    "http.request.url.path": shown,
    "http.request.url.query": query.slice(1),
    "http.request.url.raw": `${trail.scheme}://${host}${shown}${query}`,
    "http.request.user_agent": request.headers["user-agent"],
    "http.request.headers": headerMap(request.rawHeaders, "http.request.headers", left),
    "http.request.body_length": trail.upgrade === undefined ? trail.in.length : 0,
  };
}

function ownFields(trail: Trail): Fields {
  const { begun, marks, place, tunnel, request, connection, outcome, refusal } = trail;
  const { found, sent, connected, firstByte, ended } = marks;
  return {
    endpoint_id: place?.endpoint.id,
    edge_id: place?.edge?.id,
    route_id: place?.route?.id,
    backend_id: (place?.route ?? place?.edge)?.backend?.id,
    tunnel_id: tunnel?.id,
    session_id: tunnel?.sessionId,
    operation_id: trail.operationId,
    error_code: refusal === null ? undefined : refusalCode(refusal),
    outcome,
    http_version: request?.httpVersion,
    upgrade: trail.upgrade,
    start_ts: timeAt(trail, begun),
    duration_ms: ms(begun, ended),
    bytes_in: trail.in.length,
    bytes_out: trail.out.length,
    "phases.tls": trail.first ? connection.tls?.ms : undefined,
    "phases.route": found > 0 ? ms(begun, found) : undefined,
    "phases.agent": sent > 0 ? ms(sent, connected || ended) : undefined,
    "phases.upstream": connected > 0 ? ms(connected, firstByte || ended) : undefined,
    "phases.body": firstByte > 0 ? ms(firstByte, ended) : undefined,
    decisions: trail.decisions,
  };
}

/** In microseconds at most. */
const ms = (from: number, to: number): number => Math.round((to - from) * 1_000) / 1_000;
const timeAt = ({ beganAt, begun }: Trail, at: number): string =>
  new Date(beganAt + at - begun).toISOString();

/** Without its port. */
const hostOf = (hostport: string | undefined): string | undefined => hostport?.replace(/:\d+$/, "");
