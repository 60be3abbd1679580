import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { headText } from "#edge/head-text.ts";
import type { ApiProblem } from "../errors.ts";
import { newId } from "../store/ids.ts";
import { OPERATION_HEADER } from "./request-log.ts";

/** Headers of an error that is answered past the app. */
export const BARE_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Answers a problem on a socket that has no response object, and closes it whatever the client does. It has the JSON
 * body, the operation id and the log line of every error; `operationId` of a request that logs itself.
 */
export function refuseSocket(
  log: Pick<Logger, "info">,
  socket: Duplex,
  problem: ApiProblem,
  operationId?: string,
): void {
  const id = operationId ?? newId("operation");
  if (operationId === undefined) log.info({ operation_id: id, status: problem.status }, "request");
  const body = JSON.stringify(problem.body(id));
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...BARE_HEADERS,
    ...problem.headers,
    [OPERATION_HEADER]: id,
    Connection: "close",
  };
  socket.on("error", () => socket.destroy()).once("finish", () => socket.destroy());
  socket.end(headText(problem.status, headers) + body);
}
