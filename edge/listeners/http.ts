import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { answerRequest, answerUpgrade, type Proto, refuseBroken, type RequestServices } from "./requests.ts";
import { noteConnection } from "../events/visitor-connection.ts";
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

/** The HTTP/1.1 server of the edge; it does not listen yet. `proto` = how visitors reach it. */
export function httpServer(limits: HttpLimits, services: RequestServices, proto: Proto = "http"): Server {
  const answer: RequestListener = (request, response) =>
    void answerRequest(proto, request, response, services);
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      // A body may take as long as it needs.
      requestTimeout: 0,
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: limits.headersMax,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      noDelay: true,
    },
    answer,
  );
  server.maxConnections = limits.connectionsMax;
  server.maxHeadersCount = 0;
  // 100 Continue is said once it is known where the request goes.
  server.on("checkContinue", answer);
  server.on("checkExpectation", answer);
  server.on("upgrade", (request, socket, head) => void answerUpgrade(proto, request, socket, head, services));
  server.on("connection", (socket: Socket) => void noteConnection(socket));
  server.on("connect", (_request, socket) => refuseBroken(socket as Socket, "requestBroken", services));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseBroken(socket, faultOf(error), services),
  );
  return server;
}

function faultOf({ code }: NodeJS.ErrnoException): RefusalName {
  if (code === "HPE_HEADER_OVERFLOW") return "headersTooLarge";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "requestSlow" : "requestBroken";
}
