import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeAccount } from "../account.ts";
import { type EdgeResponse, forward, type Forwarded, type ForwardServices } from "../forward.ts";
import { headText } from "../head-text.ts";
import { requestHeaders, type Visitor } from "../headers.ts";
import { type RefusalName, refusalAnswer } from "../refusals.ts";
import type { EdgeRequest } from "../request-body.ts";
import { type Destination, find } from "../routing/find.ts";
import { upgrade } from "../upgrade.ts";

export type RequestServices = ForwardServices & {
  account: EdgeAccount;
  /** Until the first byte of an answer, in milliseconds. */
  answerMs: number;
  newId: () => string;
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
  const refuse = (refusal: RefusalName): void => {
    if (response.destroyed) return;
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = refusalAnswer(refusal, services.newId(), acceptOf(request));
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? "" : body);
  };
  const came = await guarded(services, async (): Promise<Forwarded> => {
    const place = placeOf(request);
    if (place === null) return { outcome: "refused", refusal: "requestBroken" };
    const headers = requestHeaders(request.headers, { ip: ipOf(request), proto, host: place.host });
    let expected = request.headers.expect !== undefined;
    return sent(place, services, ({ tunnels }) => {
      if (expected) response.writeContinue();
      expected = false;
      return forward({ request, response, tunnels, path: place.target, headers }, services);
    });
  });
  if (came.outcome === "refused") refuse(came.refusal);
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
  const came = await guarded(services, async (): Promise<Forwarded> => {
    const place = placeOf(request);
    if (place === null) return { outcome: "refused", refusal: "requestBroken" };
    const headers = requestHeaders(request.headers, { ip: ipOf(request), proto, host: place.host });
    const { answerMs } = services;
    return sent(place, services, ({ tunnels }) =>
      upgrade({ request, socket, head, tunnels, path: place.target, headers, answerMs }, services),
    );
  });
  if (came.outcome === "refused") refuseSocket(socket, came.refusal, services.newId(), acceptOf(request));
  if (came.outcome === "broken") socket.destroy();
}

/** A refusal on a socket without a response object. It is closed. */
export function refuseSocket(
  socket: Duplex,
  refusal: RefusalName,
  operationId: string,
  accept: string,
): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = refusalAnswer(refusal, operationId, accept);
  socket.once("finish", () => socket.destroy());
  socket.end(headText(status, { ...headers, connection: "close" }) + body);
}

/** Sends it where the account says; where no agent is there any more, once again by a fresh state of the account. */
async function sent(
  { name, path }: Place,
  { account }: RequestServices,
  send: (destination: Destination) => Promise<Forwarded>,
): Promise<Forwarded> {
  for (let look = 0; ; look += 1) {
    const found = find(await (look === 0 ? account.now() : account.fresh()), name, path);
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

const acceptOf = (request: EdgeRequest): string => request.headers.accept ?? "";
const ipOf = (request: EdgeRequest): string =>
  (request.socket.remoteAddress ?? "").replace(/^::ffff:(?=[\d.]+$)/, "");

type Place = { host: string; name: string; path: string; target: string };

/** Host and path of a request; null for one that has none, as a proxy's would. */
function placeOf(request: EdgeRequest): Place | null {
  const { url = "", headers } = request;
  // Node keeps the first of several; the app might take another.
  if (request.rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1)
    return null;
  const host = String(headers[":authority"] ?? headers.host ?? "");
  const name = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.exec(host)?.[1];
  if (name === undefined || !url.startsWith("/") || request.method === "CONNECT") return null;
  const query = url.indexOf("?");
  return { host, name, path: query < 0 ? url : url.slice(0, query), target: url };
}
