import { nest } from "#contract/traffic/nest.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { Modules } from "../account.ts";
import type { EdgeRequest } from "../request-body.ts";
import { refusalCode, type RefusalName } from "../refusals.ts";
import { capture } from "./capture.ts";
import { decisionText } from "./decision-text.ts";
import { answerHeaders, type LeftOut, requestHeaders, valueText } from "./header-map.ts";
import { msText, quoted, timeText } from "./json-text.ts";
import { REDACTED } from "./redact.ts";
import { redactPairs } from "./redact-pairs.ts";
import type { Outcome, Trail } from "./trail.ts";
import type { TestOf, VisitorConnection } from "./visitor-connection.ts";

/** What is counted of an event; of what did not come so far, nothing. */
export type Counted = {
  endpointId: string | undefined;
  edgeId: string | undefined;
  routeId: string | undefined;
  modules: Modules | undefined;
  sessionId: string | undefined;
  tunnelId: string | undefined;
  /** Of the tunnel: the same once its agent has started again. */
  way?: string | undefined;
  refusal: RefusalName | null;
  /** What the module said that refused it; why the app was not reached, where a tunnel was tried. */
  reason: string | undefined;
  /** Tunnels before this one whose apps were not reached, and why. */
  skipped?: readonly { tunnelId: string; way?: string; reason: string | undefined }[] | undefined;
  status: number;
  outcome: Outcome | undefined;
  /** A connection that carried no HTTP. */
  tcp: boolean;
  bytesIn: number;
  bytesOut: number;
  durationMs: number | undefined;
  upstreamMs: number | undefined;
};

/** An event as it is kept: written once, and read by who wants to see it. */
export type MadeEvent = {
  id: string;
  /** A `TrafficEvent` in JSON, without the id of the account. */
  text: string;
  /** Whether bodies are in it. */
  captured: boolean;
  /** A test of an operator, which is in no metric; null of a visitor. */
  test: TestOf | null;
  /** Events that were lost before it. */
  dropped: number;
  counted: Counted;
};

/** The event that was made. */
export const eventOf = ({ text }: Pick<MadeEvent, "text">): TrafficEvent => JSON.parse(text) as TrafficEvent;

/**
 * The event of a request or connection that has ended, without secrets. `dropped` events were lost before it. It is written as
 * text at once: an object would cost as much to build, and more to write (docs/decisions/edge/traffic-events.md).
 */
export function makeEvent(trail: Trail, id: string, dropped: number): MadeEvent {
  const left: LeftOut = { redacted: null, truncated: null };
  const tcp = trail.scheme === "tcp";
  const object = withFacts(tcp ? tcpText(trail) : httpText(trail, left), trail.facts);
  const own = withFacts(ownText(trail), trail.ownFacts);
  const bodies = capture(trail, left);
  let more = "";
  if (bodies) more = `,"capture":${JSON.stringify(bodies)}`;
  if (left.redacted) more += `,"redacted":${JSON.stringify([...new Set(left.redacted)])}`;
  if (left.truncated) more += `,"truncated":${JSON.stringify(left.truncated)}`;
  if (dropped > 0) more += `,"dropped":${dropped}`;
  const type = tcp ? "tcp_connection_closed.v0" : "http_request_complete.v0";
  const at = timeAt(trail, trail.marks.ended);
  return {
    id,
    text: `{"event_id":"${id}","event_type":"${type}","event_timestamp":"${at}","object":{${object}},"gatehouse":{${own}${more}}}`,
    captured: bodies !== null,
    test: trail.connection.test ?? null,
    dropped,
    counted: countedOf(trail),
  };
}

/** Why the app was not reached, where that is what came of it. */
const unreachedOf = ({ refusal, tunnel, unreached }: Trail) => (refusal && tunnel ? unreached : undefined);

function countedOf(trail: Trail): Counted {
  const { begun, place, tunnel, refusal, status, outcome } = trail;
  const { connected, firstByte, ended } = trail.marks;
  return {
    endpointId: place?.endpoint.id,
    edgeId: place?.edge?.id,
    routeId: place?.route?.id,
    modules: place?.route?.modules,
    sessionId: tunnel?.sessionId,
    tunnelId: tunnel?.id,
    way: tunnel?.way,
    refusal,
    skipped: trail.failed?.filter(({ tunnelId }) => tunnelId !== tunnel?.id),
    reason: tunnel ? unreachedOf(trail) : refusal ? trail.decisions.at(-1)?.reason : undefined,
    status,
    outcome,
    tcp: trail.scheme === "tcp",
    bytesIn: trail.in.length,
    bytesOut: trail.out.length,
    durationMs: ended - begun,
    upstreamMs: connected > 0 ? (firstByte || ended) - connected : undefined,
  };
}

/** Fields of an object, and those that modules noted by their dotted names. */
function withFacts(fields: string, facts: Readonly<Record<string, unknown>> | null): string {
  if (!facts) return fields;
  const noted = nest(facts);
  // A module may say more of what is there.
  if (Object.keys(noted).some((head) => fields.includes(`"${head}":{`)))
    return JSON.stringify(nest(facts, JSON.parse(`{${fields}}`) as object)).slice(1, -1);
  const more = JSON.stringify(noted).slice(1, -1);
  return more === "" ? fields : `${fields},${more}`;
}

/** What events say of a connection before and behind its name, and of its TLS: the same for all its requests. */
type ConnectionText = { before: string; after: string; tls: string };
const texts = new WeakMap<VisitorConnection, ConnectionText>();

function textOf(connection: VisitorConnection): ConnectionText {
  const known = texts.get(connection);
  if (known) return known;
  const { clientIp, serverIp, serverPort, began, tls, client } = connection;
  const serial = client?.serial ?? "";
  const certificate =
    serial === ""
      ? ""
      : `,"client_cert":{"serial_number":${quoted(serial)},"subject":{"cn":${quoted(client?.name ?? "")}}}`;
  const text = {
    before: `"client_ip":${quoted(clientIp)},"server_ip":${quoted(serverIp)},"server_name":`,
    after: `,"server_port":${serverPort},"start_ts":"${timeText(began)}"`,
    tls: tls
      ? `,"tls":{"version":${quoted(tls.version)},"cipher_suite":${quoted(tls.cipher)}${certificate}}`
      : "",
  };
  texts.set(connection, text);
  return text;
}

function connectionText({ connection, place }: Trail, host: string | undefined): string {
  const { before, after } = textOf(connection);
  const name = connection.name || withoutPort(host ?? place?.endpoint.hostport ?? "");
  return `${before}${quoted(name)}${after}`;
}

function tcpText(trail: Trail): string {
  const { in: came, out: went, marks } = trail;
  return `"conn":{${connectionText(trail, undefined)},"bytes_in":${came.length},"bytes_out":${went.length},"end_ts":"${timeAt(trail, marks.ended)}"}`;
}

function httpText(trail: Trail, left: LeftOut): string {
  const { connection, request, reused, status, upgrade } = trail;
  const host = request ? hostOf(request) : undefined;
  let text = `"conn":{${connectionText(trail, host)}}`;
  if (reused !== undefined) text += `,"backend":{"connection_reused":${reused}}`;
  text += `${textOf(connection).tls},"http":{`;
  if (request) text += `"request":${requestText(request, host ?? "", trail, left)}`;
  if (status > 0) {
    const headers = answerHeaders(trail.headers, "http.response.headers", left);
    const length = upgrade === undefined ? trail.out.length : 0;
    text += `${request ? "," : ""}"response":{"status_code":${status},"headers":${headers},"body_length":${length}}`;
  }
  return `${text}}`;
}

/** Where somebody says a password before it, which is refused, it stands before an @. */
function hostOf({ headers }: EdgeRequest): string {
  const host = String(headers[":authority"] ?? headers.host ?? "");
  return host.includes("@") ? host.replace(/^.*@/s, `${REDACTED}@`) : host;
}

/** Characters of a path, or of a query, that are kept. */
const URL_MAX = 8_192;
const PATH = "http.request.url.path";
const QUERY = "http.request.url.query";

function requestText(request: EdgeRequest, host: string, trail: Trail, left: LeftOut): string {
  const { url = "", method = "" } = request;
  const { scheme } = trail;
  const mark = url.indexOf("?");
  const path = shown(mark < 0 ? url : url.slice(0, mark), "path", PATH, left);
  const query = mark < 0 ? "" : shown(url.slice(mark), "address", QUERY, left);
  const headers = requestHeaders(request.rawHeaders, "http.request.headers", left);
  const length = trail.upgrade === undefined ? trail.in.length : 0;
  const agent = request.headers["user-agent"];
  const raw = quoted(`${scheme}://${host}${path}${query}`);
  const address = `"scheme":"${scheme}","host":${quoted(host)},"path":${quoted(path)},"query":${quoted(query.slice(1))},"raw":${raw}`;
  const said = agent === undefined ? "" : `,"user_agent":${valueText("user-agent", agent)}`;
  return `{"method":${quoted(method.toLowerCase())},"url":{${address}},"headers":${headers},"body_length":${length}${said}}`;
}

function shown(text: string, form: "path" | "address", at: string, left: LeftOut): string {
  const clean = redactPairs(text, form, (name) => (left.redacted ??= []).push(`${at}.${name}`));
  if (clean.length <= URL_MAX) return clean;
  (left.truncated ??= []).push(at);
  return clean.slice(0, URL_MAX);
}

/** The ids of an account, of its tunnels and operations need no escaping. */
function ownText(trail: Trail): string {
  const { begun, marks, place, tunnel, request, refusal, decisions } = trail;
  let text = "";
  if (place) {
    const { endpoint, edge, route } = place;
    text = `"endpoint_id":"${endpoint.id}",`;
    if (edge) text += `"edge_id":"${edge.id}",`;
    if (route) text += `"route_id":"${route.id}",`;
    const backend = (route ?? edge)?.backend;
    if (backend) text += `"backend_id":"${backend.id}",`;
  }
  if (tunnel) text += `"tunnel_id":"${tunnel.id}","session_id":"${tunnel.sessionId}",`;
  if (trail.operationId !== undefined) text += `"operation_id":"${trail.operationId}",`;
  if (refusal !== null) text += `"error_code":"${refusalCode(refusal)}",`;
  const reason = unreachedOf(trail);
  if (reason !== undefined) text += `"error_reason":${quoted(reason)},`;
  text += `"outcome":"${trail.outcome}",`;
  if (request) text += `"http_version":"${request.httpVersion}",`;
  if (trail.upgrade !== undefined) text += `"upgrade":${quoted(trail.upgrade)},`;
  if (trail.connection.test) text += '"test":true,';
  return `${text}"start_ts":"${timeAt(trail, begun)}","duration_ms":${msText(marks.ended - begun)},"bytes_in":${trail.in.length},"bytes_out":${trail.out.length},"phases":{${phasesText(trail)}},"decisions":[${decisions.map(decisionText).join()}]`;
}

function phasesText({ begun, marks, first, connection, decisions }: Trail): string {
  const { found, sent, connected, firstByte, ended } = marks;
  let text = "";
  if (first && connection.tls) text += `,"tls":${connection.tls.ms}`;
  if (found > 0) text += `,"route":${msText(found - begun)}`;
  if (decisions.length > 0)
    text += `,"modules":${msText(decisions.reduce((sum, { took_ms }) => sum + took_ms, 0))}`;
  if (sent > 0) text += `,"agent":${msText((connected || ended) - sent)}`;
  if (connected > 0) text += `,"upstream":${msText((firstByte || ended) - connected)}`;
  if (firstByte > 0) text += `,"body":${msText(ended - firstByte)}`;
  return text.slice(1);
}

const timeAt = ({ beganAt, begun }: Trail, at: number): string => timeText(beganAt + Math.round(at - begun));

function withoutPort(hostport: string): string {
  const colon = hostport.lastIndexOf(":");
  return colon > hostport.lastIndexOf("]") ? hostport.slice(0, colon) : hostport;
}
