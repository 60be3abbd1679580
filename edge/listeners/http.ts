import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Http2SecureServer } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { answerRequest, answerUpgrade, type Proto, refuseBroken, type RequestServices } from "./requests.ts";
import { noteConnection } from "../events/visitor-connection.ts";
import type { EdgeResponse } from "../visitor-response.ts";
import { type EdgeRequest, hasBody } from "../request-body.ts";
import type { RefusalName } from "../refusals.ts";

export type HttpLimits = {
  /** Milliseconds for all headers of a request. */
  headersMs: number;
  /** Milliseconds that a kept connection may be idle. */
  idleMs: number;
  /** Bytes of a request's headers. */
  headersMax: number;
  /** Connections at a time, of each listener. */
  connectionsMax: number;
  /** Requests at a time on a connection of HTTP/2. */
  streamsMax: number;
};

/** The time limits of HTTP/1.1, as Node names them. */
export const timesOf = ({ headersMs, idleMs }: HttpLimits) => ({
  headersTimeout: headersMs,
  // A body may take as long as it needs.
  requestTimeout: 0,
  keepAliveTimeout: idleMs,
  connectionsCheckingInterval: Math.min(1_000, headersMs),
});

/** The HTTP/1.1 server of the edge; it does not listen yet. `proto` = how visitors reach it. */
export function httpServer(limits: HttpLimits, services: RequestServices, proto: Proto = "http"): Server {
  const answer: RequestListener = (request, response) =>
    void answerRequest(proto, request, response, services);
  const server = createServer(
    {
      ...timesOf(limits),
      maxHeaderSize: limits.headersMax,
      noDelay: true,
      // The edge refuses one without a Host by itself, and says so.
      requireHostHeader: false,
    },
    answer,
  );
  server.maxConnections = limits.connectionsMax;
  server.maxHeadersCount = 0;
  // 100 Continue is said once it is known where the request goes.
  server.on("checkContinue", answer);
  server.on("checkExpectation", answer);
  takeUpgrades(server, limits, services, proto);
  server.on("connection", (socket: Socket) => void noteConnection(socket));
  refuseUnreadable(server, proto, services);
  return server;
}

/** Node looks for visitors who are late from when a server listens, which one that is handed its connections never does. */
export function watchTimes<T extends Server | Http2SecureServer>(server: T): T {
  server.emit("listening");
  return server;
}

/**
 * Takes requests to speak another protocol. One with a body, which Node would not read, and one for HTTP/2 are answered as if
 * they had not asked (RFC 9110 §7.8): what came is read again without that.
 */
export function takeUpgrades(
  server: Server | Http2SecureServer,
  limits: HttpLimits,
  services: RequestServices,
  proto: Proto,
): void {
  let others: Server | null = null;
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!hasBody(request) && !/\bh2c?\b/i.test(request.headers.upgrade ?? "")) {
      void answerUpgrade(proto, request, socket, head, services);
      return;
    }
    if (head.length > 0) socket.unshift(head);
    socket.unshift(Buffer.from(headAgain(request), "latin1"));
    others ??= watchTimes(httpServer(limits, services, proto));
    others.emit("connection", socket);
  });
}

/** The head of a request as it came, without what asks for another protocol. */
function headAgain({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (!/^(?:upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Answers what a server can't read as HTTP/1.1, and requests to be a proxy. */
export function refuseUnreadable(
  server: Server | Http2SecureServer,
  proto: Proto,
  services: RequestServices,
): void {
  const refuse = (socket: Duplex, refusal: RefusalName): void =>
    refuseBroken(proto, socket as Socket, refusal, services);
  server.on("connect", (request: EdgeRequest, carrier: Duplex | EdgeResponse) => {
    // HTTP/2 has a response where HTTP/1.1 has the bare socket.
    if ("stream" in request) void answerRequest(proto, request, carrier as EdgeResponse, services);
    else refuse(carrier as Duplex, "requestBroken");
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => refuse(socket, faultOf(error)));
}

function faultOf({ code }: NodeJS.ErrnoException): RefusalName {
  if (code === "HPE_HEADER_OVERFLOW") return "headersTooLarge";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "requestSlow" : "requestBroken";
}
