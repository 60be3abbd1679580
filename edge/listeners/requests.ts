import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeAccount } from "../account.ts";
import { forward, type ForwardServices } from "../forward.ts";
import type { Forwarded } from "../forwarded.ts";
import type { Recorder } from "../events/recorder.ts";
import { Trail } from "../events/trail.ts";
import { connectionOf } from "../events/visitor-connection.ts";
import { headText } from "../head-text.ts";
import { type Headers, requestHeaders } from "../headers.ts";
import { refusalOutcome, type RefusalName } from "../refusals.ts";
import { refusalAnswer } from "../refusal-answer.ts";
import { type EdgeRequest, hasBody, VisitorBody } from "../request-body.ts";
import type { OwnAnswer } from "#edge/modules/guard.ts";
import { type Came, guarded } from "#edge/modules/guards.ts";
import { withHeaderRules } from "#edge/modules/header-rules.ts";
import { type Destination, find } from "../routing/find.ts";
import { cutOff } from "../splice.ts";
import { converse, upgrade } from "../upgrade.ts";
import { targetOf } from "./target.ts";
import { breakOff, endOf, type EdgeResponse, hasNoBody, isGone, refuseRest } from "../visitor-response.ts";
import { converseTcp } from "../websocket-tcp.ts";

export type RequestServices = ForwardServices & {
  account: EdgeAccount;
  newId: () => string;
  /** Takes what has ended; null where nobody wants events. */
  recorder: Pick<Recorder, "ended"> | null;
  /** The edge has stopped, and closed what was still running. */
  isCutOff: () => boolean;
  log: (fault: unknown) => void;
  portRefused: (port: number, fault: unknown) => void;
};

/** How a visitor speaks to the edge. */
export type Proto = "http" | "https";

/** Begins what is noted of a request, and waits for the end of its answer; null where its connection takes no more. */
export function begun(
  proto: Proto,
  request: EdgeRequest,
  response: EdgeResponse,
): { trail: Trail; end: ReturnType<typeof endOf> } | null {
  request.on("error", ignore);
  response.on("error", ignore);
  const connection = connectionOf(request.socket);
  if (connection.broken) return null;
  return { trail: new Trail(connection, proto, request), end: endOf(response, connection) };
}

/** Answers one request of a visitor: by what serves its address, else by itself. Never rejects. */
export async function answerRequest(
  proto: Proto,
  request: EdgeRequest,
  response: EdgeResponse,
  services: RequestServices,
): Promise<void> {
  const begin = begun(proto, request, response);
  if (!begin) return;
  const { trail, end } = begin;
  // HTTP/1.0 would take it for the answer (RFC 9110 §10.1.1).
  let expected = request.headers.expect !== undefined && request.httpVersion !== "1.0";
  const goOn = (): void => {
    if (expected) response.writeContinue();
    expected = false;
  };
  const body = hasBody(request) ? new VisitorBody(request, trail.in, goOn) : null;
  if (body) refuseRest(request, response);
  const came = await sent(body, services, trail, ({ tunnels }, path, headers) => {
    goOn();
    return forward({ request, body, response, tunnels, path, headers, trail }, services);
  });
  trail.settled(came.outcome === "refused" ? true : null);
  const own = ownAnswer(came, trail, services);
  if (own && response.headersSent) breakOff(response, own.headers);
  else if (own && !isGone(response)) {
    const sentBody = request.method === "HEAD" ? "" : own.body;
    trail.out.pass(Buffer.from(sentBody));
    if (trail.connection.broken && "shouldKeepAlive" in response) response.shouldKeepAlive = false;
    response.writeHead(own.status, own.headers);
    response.end(sentBody);
  }
  if (!services.recorder) return;
  const whole = await end;
  if (came.outcome === "broken" || (!whole && services.isCutOff())) trail.outcome = "broken";
  else if (!whole) trail.outcome = "left";
  services.recorder.ended(trail);
}

/** The same for a request to speak another protocol. */
export async function answerUpgrade(
  proto: Proto,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  services: RequestServices,
): Promise<void> {
  socket.on("error", ignore);
  const connection = connectionOf(request.socket);
  if (connection.broken) return;
  const trail = new Trail(connection, proto, request);
  const { answerMs, headersMax } = services.upstreams;
  const came = await sent(null, services, trail, ({ tunnels }, path, headers) =>
    upgrade(
      { request, socket, head, tunnels, path, headers, answerMs, headersMax, trail },
      services,
      trail.place?.route?.modules["websocket_tcp_converter"] ? converseTcp : converse,
    ),
  );
  trail.settled(came.outcome === "refused" ? true : null);
  const own = ownAnswer(came, trail, services);
  if (own) endSocket(socket, trail, own);
  else if (came.outcome !== "refused" && came.outcome !== "own")
    trail.outcome = came.outcome === "unreached" ? "broken" : came.outcome;
  if (came.outcome === "broken") cutOff(socket);
  services.recorder?.ended(trail);
}

/** An answer of the edge on a socket without a response object. It is closed. */
function endSocket(socket: Duplex, trail: Trail, { status, headers, body }: OwnAnswer): void {
  if (!socket.writable) {
    trail.outcome = "left";
    return void socket.destroy();
  }
  trail.out.pass(Buffer.from(body));
  socket.once("finish", () => socket.destroy());
  socket.end(headText(status, { ...headers, connection: "close" }) + body);
}

/** Refuses what can't be read as a request. */
export function refuseBroken(
  proto: Proto,
  socket: Socket,
  refusal: RefusalName,
  services: RequestServices,
): void {
  const trail = new Trail(connectionOf(socket), proto, null);
  const answered = socket.writable;
  endSocket(socket, trail, refused(trail, refusal, services));
  if (answered) services.recorder?.ended(trail);
}

/** What the edge itself answers, noted; null where somebody else has. */
function ownAnswer(came: Forwarded, trail: Trail, services: RequestServices): OwnAnswer | null {
  if (came.outcome === "refused") return refused(trail, came.refusal, services, came);
  if (came.outcome !== "own") return null;
  const { status, headers, body } = came.answer;
  return noted(trail, status, { ...headers, "content-length": String(Buffer.byteLength(body)) }, body);
}

/** The answer of a refusal, noted. */
export function refused(
  trail: Trail,
  refusal: RefusalName,
  { newId }: RequestServices,
  asked: { status?: number; back?: string } = {},
): OwnAnswer {
  trail.operationId = newId();
  trail.refusal = refusal;
  trail.outcome = refusalOutcome(refusal);
  const { status, headers, body } = refusalAnswer(
    refusal,
    trail.operationId,
    trail.request?.headers.accept ?? "",
    asked,
  );
  return noted(trail, status, headers, body);
}

function noted(trail: Trail, status: number, given: Headers, body: string): OwnAnswer {
  const { "content-type": _type, "content-length": _length, ...others } = given;
  const empty = hasNoBody(status);
  const headers = trail.told(empty ? others : given);
  trail.status = status;
  trail.headers = headers;
  return { status, headers, body: empty ? "" : body };
}

type Send = (destination: Destination, path: string, headers: Headers) => Promise<Forwarded>;

/** Sends a request where the account says, once it may; a fault of the edge is logged. */
async function sent(
  body: VisitorBody | null,
  services: RequestServices,
  trail: Trail,
  send: Send,
): Promise<Forwarded> {
  try {
    const target = trail.request && targetOf(trail.request);
    if (!target) {
      if (trail.request && !("stream" in trail.request)) trail.connection.broken = true;
      return { outcome: "refused", refusal: "requestBroken" };
    }
    const { expect = "100-continue" } = trail.request?.headers ?? {};
    if (expect.toLowerCase() !== "100-continue") return { outcome: "refused", refusal: "expectationUnknown" };
    return await sentTo({ target, body }, services.account, trail, send);
  } catch (error) {
    services.log(error);
    return { outcome: "refused", refusal: "edgeFailed" };
  }
}

/** Where no agent is there any more, it is sent once again by a fresh state of the account. */
async function sentTo(
  came: NonNullable<Came>,
  account: EdgeAccount,
  trail: Trail,
  send: Send,
): Promise<Forwarded> {
  const { name, path, target, host } = came.target;
  const visitor = { ip: trail.connection.clientIp, proto: trail.scheme, host };
  const asked = requestHeaders(trail.request?.headers ?? {}, visitor);
  for (let look = 0; ; look += 1) {
    const snapshot = await (look === 0 ? account.now() : account.fresh());
    const found = find(snapshot, name, path);
    trail.found(found.place, snapshot.captures);
    const kept = found.place && (await guarded(found.place, snapshot, trail, came));
    if (kept) return "answer" in kept ? { outcome: "own", ...kept } : { outcome: "refused", ...kept };
    if ("destination" in found) {
      const headers = withHeaderRules("request_headers", trail.asking(asked), trail);
      const result = await send(found.destination, trail.reshape?.target ?? target, headers);
      if (result.outcome !== "unreached") return result;
    }
    const backend =
      "destination" in found ? (found.destination.route?.backend ?? null) : (found.backend ?? null);
    const refusal = "refusal" in found ? found.refusal : "endpointOffline";
    const offline = refusal === "endpointOffline" || refusal === "hostUnknown";
    if (!offline || (look > 0 && !account.awaited(name, backend))) return { outcome: "refused", refusal };
    if (look > 0) await sleep(AWAITED_LOOK_MS);
  }
}

/** An agent that restarts is looked for this often, in milliseconds. */
const AWAITED_LOOK_MS = 50;

function ignore(): void {
  // An error is followed by the close, which says all there is to do.
}
