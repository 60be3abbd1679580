import type { HTTP_FIELDS, TCP_FIELDS } from "#contract/traffic/fields.ts";
import { nest, type Nested } from "#contract/traffic/nested.ts";
import type { OWN_FIELDS } from "#contract/traffic/own-fields.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { EdgeRequest } from "../request-body.ts";
import { refusalCode } from "../refusals.ts";
import { capture } from "./capture.ts";
import { answerHeaders, cleanValue, type LeftOut, requestHeaders } from "./header-map.ts";
import { REDACTED } from "./redact.ts";
import { redactPairs } from "./redact-pairs.ts";
import type { Trail } from "./trail.ts";

type HttpObject = Nested<typeof HTTP_FIELDS>;
type TcpObject = Nested<typeof TCP_FIELDS>;
type Own = Nested<typeof OWN_FIELDS>;

/** The event of a request or connection that has ended, without secrets. `dropped` events were lost before it. */
export function makeEvent(trail: Trail, id: string, dropped: number): TrafficEvent {
  const left: LeftOut = { redacted: null, truncated: null };
  const object = trail.scheme === "tcp" ? tcpObject(trail) : httpObject(trail, left);
  if (trail.facts) nest(trail.facts, object);
  const own = ownFields(trail);
  if (trail.ownFacts) nest(trail.ownFacts, own);
  const bodies = capture(trail, left);
  if (bodies) own.capture = bodies;
  if (left.redacted) own.redacted = [...new Set(left.redacted)];
  if (left.truncated) own.truncated = left.truncated;
  if (dropped > 0) own.dropped = dropped;
  return {
    event_id: id,
    event_type: trail.scheme === "tcp" ? "tcp_connection_closed.v0" : "http_request_complete.v0",
    event_timestamp: timeAt(trail, trail.marks.ended),
    object,
    gatehouse: own,
  };
}

function connectionOf({ connection, place }: Trail, host: string | undefined) {
  return {
    client_ip: connection.clientIp,
    server_ip: connection.serverIp,
    server_name: connection.name || withoutPort(host ?? place?.endpoint.hostport ?? ""),
    server_port: connection.serverPort,
    start_ts: isoOf(connection.began),
  };
}

function tcpObject(trail: Trail): TcpObject {
  const conn: TcpObject["conn"] = connectionOf(trail, undefined);
  conn.bytes_in = trail.in.length;
  conn.bytes_out = trail.out.length;
  conn.end_ts = timeAt(trail, trail.marks.ended);
  return { conn };
}

function httpObject(trail: Trail, left: LeftOut): HttpObject {
  const { connection, request, reused, status, upgrade } = trail;
  const host = request ? hostOf(request) : undefined;
  const object: HttpObject = { conn: connectionOf(trail, host) };
  if (reused !== undefined) object.backend = { connection_reused: reused };
  if (connection.tls) object.tls = { version: connection.tls.version, cipher_suite: connection.tls.cipher };
  if (object.tls && connection.client?.serial) {
    const { name, serial } = connection.client;
    object.tls.client_cert = { serial_number: serial, subject: { cn: name } };
  }
  object.http = {};
  if (request) object.http.request = requestOf(request, host ?? "", trail, left);
  if (status > 0) {
    object.http.response = {
      status_code: status,
      headers: answerHeaders(trail.headers, "http.response.headers", left),
      body_length: upgrade === undefined ? trail.out.length : 0,
    };
  }
  return object;
}

/** Where somebody says a password before it, which is refused, it stands before an @. */
const hostOf = ({ headers }: EdgeRequest): string =>
  String(headers[":authority"] ?? headers.host ?? "").replace(/^.*@/s, `${REDACTED}@`);

/** Characters of a path, or of a query, that are kept. */
const URL_MAX = 8_192;
const PATH = "http.request.url.path";
const QUERY = "http.request.url.query";

type RequestObject = NonNullable<NonNullable<HttpObject["http"]>["request"]>;

function requestOf(request: EdgeRequest, host: string, trail: Trail, left: LeftOut): RequestObject {
  const { url = "", method = "" } = request;
  const mark = url.indexOf("?");
  const path = shown(mark < 0 ? url : url.slice(0, mark), "path", PATH, left);
  const query = mark < 0 ? "" : shown(url.slice(mark), "address", QUERY, left);
  const object: RequestObject = {
    method: method.toLowerCase(),
    url: {
      scheme: trail.scheme,
      host,
      path,
      query: query.slice(1),
      raw: `${trail.scheme}://${host}${path}${query}`,
    },
    headers: requestHeaders(request.rawHeaders, "http.request.headers", left),
    body_length: trail.upgrade === undefined ? trail.in.length : 0,
  };
  const agent = request.headers["user-agent"];
  if (agent !== undefined) object.user_agent = cleanValue("user-agent", agent);
  return object;
}

function shown(text: string, form: "path" | "address", at: string, left: LeftOut): string {
  const clean = redactPairs(text, form, (name) => (left.redacted ??= []).push(`${at}.${name}`));
  if (clean.length <= URL_MAX) return clean;
  (left.truncated ??= []).push(at);
  return clean.slice(0, URL_MAX);
}

function ownFields(trail: Trail): Own {
  const { begun, marks, place, tunnel, request, refusal } = trail;
  const own: Own = {};
  if (place) {
    const { endpoint, edge, route } = place;
    own.endpoint_id = endpoint.id;
    if (edge) own.edge_id = edge.id;
    if (route) own.route_id = route.id;
    const backend = (route ?? edge)?.backend;
    if (backend) own.backend_id = backend.id;
  }
  if (tunnel) {
    own.tunnel_id = tunnel.id;
    own.session_id = tunnel.sessionId;
  }
  if (trail.operationId !== undefined) own.operation_id = trail.operationId;
  if (refusal !== null) own.error_code = refusalCode(refusal);
  own.outcome = trail.outcome;
  if (request) own.http_version = request.httpVersion as NonNullable<Own["http_version"]>;
  if (trail.upgrade !== undefined) own.upgrade = trail.upgrade;
  if (trail.connection.test) own.test = true;
  own.start_ts = timeAt(trail, begun);
  own.duration_ms = ms(begun, marks.ended);
  own.bytes_in = trail.in.length;
  own.bytes_out = trail.out.length;
  own.phases = phasesOf(trail);
  own.decisions = trail.decisions;
  return own;
}

function phasesOf({ begun, marks, first, connection, decisions }: Trail): NonNullable<Own["phases"]> {
  const { found, sent, connected, firstByte, ended } = marks;
  const phases: NonNullable<Own["phases"]> = {};
  if (first && connection.tls) phases.tls = connection.tls.ms;
  if (found > 0) phases.route = ms(begun, found);
  if (decisions.length > 0)
    phases.modules = ms(
      0,
      decisions.reduce((sum, { took_ms }) => sum + took_ms, 0),
    );
  if (sent > 0) phases.agent = ms(sent, connected || ended);
  if (connected > 0) phases.upstream = ms(connected, firstByte || ended);
  if (firstByte > 0) phases.body = ms(firstByte, ended);
  return phases;
}

/** To the microsecond. */
const ms = (from: number, to: number): number => Math.round((to - from) * 1_000) / 1_000;
const timeAt = ({ beganAt, begun }: Trail, at: number): string => isoOf(beganAt + Math.round(at - begun));

let last = { at: 0, text: "" };

/** RFC 3339. Of events that are made together many have the same. */
function isoOf(at: number): string {
  if (last.at !== at) last = { at, text: new Date(at).toISOString() };
  return last.text;
}

function withoutPort(hostport: string): string {
  const colon = hostport.lastIndexOf(":");
  return colon > hostport.lastIndexOf("]") ? hostport.slice(0, colon) : hostport;
}
