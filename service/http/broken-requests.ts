import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { ApiProblem } from "../errors.ts";
import { refuseSocket } from "./refuse-socket.ts";
import { operationIdOf } from "./request-log.ts";

function problemOf(code: string | undefined): ApiProblem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new ApiProblem(
        "headersTooLarge",
        `The URL and the headers together are larger than ${maxHeaderSize} bytes. Send shorter ones.`,
      );
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new ApiProblem("bodyTooLarge", "The body’s chunk extensions are too large. Send none.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ApiProblem("requestSlow", "The request took too long to arrive. Send it again.");
    default:
      return new ApiProblem(
        "requestUnreadable",
        "This is not a complete HTTP/1.1 request. Check its method, headers and body length.",
      );
  }
}

type Running = { request: IncomingMessage; response: ServerResponse };

/**
 * Answers what Node's parser refuses like every other error, and lets Node answer nothing by itself: an Expect that is
 * not known is ignored (RFC 9110 §10.1.1), CONNECT is refused.
 */
export function answerBroken(server: Server, log: Logger): void {
  const running = new WeakMap<Duplex, Running>();
  server.prependListener("request", (request, response) =>
    running.set(request.socket, { request, response }),
  );
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
  server.on("connect", (_, socket) => {
    const msg = "CONNECT isn’t supported: this is not a proxy. Request a path.";
    refuseSocket(log, socket, new ApiProblem("requestUnreadable", msg));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const { request, response } = running.get(socket) ?? {};
    const current = response && !response.writableFinished ? response : undefined;
    if (current && request?.complete && socket.writable) {
      // What is broken came after a whole request, whose answer comes first.
      current.once("finish", () => socket.end(() => socket.destroy()));
      return;
    }
    if (error.code === "ECONNRESET" || !socket.writable || current?.headersSent) {
      socket.destroy();
      return;
    }
    refuseSocket(log, socket, problemOf(error.code), current && operationIdOf(current));
  });
}
