import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeAccount } from "../account.ts";
import { type EdgeResponse, forward, type Forwarded, type ForwardServices } from "../forward.ts";
import type { Recorder } from "../events/recorder.ts";
import { Trail } from "../events/trail.ts";
import { connectionOf } from "../events/visitor-connection.ts";
import { headText } from "../head-text.ts";
import { requestHeaders, type Visitor } from "../headers.ts";
import { type RefusalAnswer, type RefusalName, refusalAnswer } from "../refusals.ts";
import type { EdgeRequest } from "../request-body.ts";
import { guarded as letIn } from "#edge/modules/guards.ts";
import { withHeaderRules } from "#edge/modules/header-rules.ts";
import { type Destination, find } from "../routing/find.ts";
import { upgrade } from "../upgrade.ts";

export type RequestServices = ForwardServices & {
  account: EdgeAccount;
  /** Until the first byte of an answer, in milliseconds. */
  answerMs: number;
  newId: () => string;
  /** Takes what has ended; null where nobody wants events. */
  recorder: Pick<Recorder, "ended"> | null;
  log: (fault: unknown) => void;
  portRefused: (port: number, fault: unknown) => void;
};

type Proto = Visitor["proto"];

/** Answers one request of a visitor: by what serves its address, else by a refusal. Never rejects. */
export async function answerRequest(
  proto: Proto,
  request: EdgeRequest,
  response: EdgeResponse,
  services: RequestServices,
): Promise<void> {
  request.on("error", ignore);
  response.on("error", ignore);
  const trail = new Trail(connectionOf(request.socket), proto, request);
  const end = endOf(response);
  const refuse = (refusal: RefusalName): void => {
    if (response.destroyed) return;
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = refused(trail, refusal, services);
    const sent = request.method === "HEAD" ? "" : body;
    trail.out.pass(Buffer.from(sent));
    response.writeHead(status, headers);
    response.end(sent);
  };
  const came = await guarded(services, async (): Promise<Forwarded> => {
    const asked = askedOf(request);
    if (asked === null) return { outcome: "refused", refusal: "requestBroken" };
    const headers = requestHeaders(request.headers, {
      ip: trail.connection.clientIp,
      proto,
      host: asked.host,
    });
    let expected = request.headers.expect !== undefined;
    return sent(asked, services, trail, ({ tunnels }) => {
      if (expected) response.writeContinue();
      expected = false;
      const shaped = withHeaderRules("request_headers", headers, trail);
      return forward({ request, response, tunnels, path: asked.target, headers: shaped, trail }, services);
    });
  });
  trail.settled(came.outcome === "refused" ? true : null);
  if (came.outcome === "refused") refuse(came.refusal);
  if (!services.recorder) return;
  const whole = await end;
  trail.outcome = came.outcome === "broken" ? "broken" : whole ? trail.outcome : "left";
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
  const trail = new Trail(connectionOf(request.socket), proto, request);
  const came = await guarded(services, async (): Promise<Forwarded> => {
    const asked = askedOf(request);
    if (asked === null) return { outcome: "refused", refusal: "requestBroken" };
    const headers = requestHeaders(request.headers, {
      ip: trail.connection.clientIp,
      proto,
      host: asked.host,
    });
    const { answerMs } = services;
    return sent(asked, services, trail, ({ tunnels }) =>
      upgrade(
        {
          request,
          socket,
          head,
          tunnels,
          path: asked.target,
          headers: withHeaderRules("request_headers", headers, trail),
          answerMs,
          trail,
        },
        services,
      ),
    );
  });
  trail.settled(came.outcome === "refused" ? true : null);
  if (came.outcome === "refused") refuseSocket(socket, trail, came.refusal, services);
  else trail.outcome = came.outcome === "unreached" ? "broken" : came.outcome;
  if (came.outcome === "broken") socket.destroy();
  services.recorder?.ended(trail);
}

/** A refusal on a socket without a response object. It is closed. */
function refuseSocket(socket: Duplex, trail: Trail, refusal: RefusalName, services: RequestServices): void {
  if (!socket.writable) {
    trail.outcome = "left";
    return void socket.destroy();
  }
  const { status, headers, body } = refused(trail, refusal, services);
  trail.out.pass(Buffer.from(body));
  socket.once("finish", () => socket.destroy());
  socket.end(headText(status, { ...headers, connection: "close" }) + body);
}

/** Refuses what can't be read as a request. */
export function refuseBroken(socket: Socket, refusal: RefusalName, services: RequestServices): void {
  const trail = new Trail(connectionOf(socket), "http", null);
  const answered = socket.writable;
  refuseSocket(socket, trail, refusal, services);
  if (answered) services.recorder?.ended(trail);
}

/** The answer of a refusal, noted. */
function refused(trail: Trail, refusal: RefusalName, { newId }: RequestServices): RefusalAnswer {
  trail.operationId = newId();
  trail.refusal = refusal;
  trail.outcome = "refused";
  const answer = refusalAnswer(refusal, trail.operationId, trail.request?.headers.accept ?? "");
  trail.status = answer.status;
  trail.headers = answer.headers;
  return answer;
}

/** Resolves once the answer has left or can't leave any more: whether all of it did. */
function endOf(response: EdgeResponse): Promise<boolean> {
  const stream = "stream" in response ? response.stream : response;
  return new Promise((resolve) => {
    stream.once("close", () =>
      resolve(stream.writableFinished && !("rstCode" in stream && stream.rstCode !== 0)),
    );
  });
}

/** Sends it where the account says; where no agent is there any more, once again by a fresh state of the account. */
async function sent(
  { name, path }: Asked,
  { account }: RequestServices,
  trail: Trail,
  send: (destination: Destination) => Promise<Forwarded>,
): Promise<Forwarded> {
  for (let look = 0; ; look += 1) {
    const snapshot = await (look === 0 ? account.now() : account.fresh());
    const found = find(snapshot, name, path);
    trail.found(found.place, snapshot.captures);
    const kept = found.place && letIn(found.place, snapshot, trail);
    if (kept) return { outcome: "refused", refusal: kept };
    const came = "destination" in found ? await send(found.destination) : null;
    if (came && came.outcome !== "unreached") return came;
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

async function guarded(services: RequestServices, act: () => Promise<Forwarded>): Promise<Forwarded> {
  try {
    return await act();
  } catch (error) {
    services.log(error);
    return { outcome: "refused", refusal: "edgeFailed" };
  }
}

function ignore(): void {
  // An error is followed by the close, which says all there is to do.
}

type Asked = { host: string; name: string; path: string; target: string };

/** Host and path of a request; null for one that has none, as a proxy's would. */
function askedOf(request: EdgeRequest): Asked | null {
  const { url = "", headers } = request;
  // Node keeps the first of several; the app might take another.
  if (request.rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1)
    return null;
  const host = String(headers[":authority"] ?? headers.host ?? "");
  const name = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.exec(host)?.[1];
  // HTTP/2 may carry a path that would be more than one line of HTTP/1.1.
  if (name === undefined || !/^\/[!-\u00ff]*$/.test(url) || request.method === "CONNECT") return null;
  const query = url.indexOf("?");
  return { host, name, path: query < 0 ? url : url.slice(0, query), target: url };
}
