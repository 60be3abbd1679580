import type { ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";
import type { SentHeaders } from "./events/trail.ts";
import type { VisitorConnection } from "./events/visitor-connection.ts";
import type { Headers } from "./headers.ts";
import type { EdgeRequest } from "./request-body.ts";
import { cutOff } from "./splice.ts";

/** What a visitor is answered with. */
export type EdgeResponse = ServerResponse | Http2ServerResponse;

/** Whether nothing can be sent any more. */
export const isGone = (response: EdgeResponse): boolean =>
  "stream" in response ? response.stream.destroyed : response.destroyed;

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether an answer has no body, whatever its head or its app says (RFC 9110 §6.4.1). */
export const hasNoBody = (status: number): boolean => BODILESS.has(status);

/** Headers of an answer: a length of what is never sent is a fault over HTTP/2. With 304 it is that of another answer. */
export function withoutLength(status: number, headers: Headers): Headers {
  if (!hasNoBody(status) || status === 304) return headers;
  const { "content-length": _length, ...others } = headers;
  return others;
}

/** Ends an answer of these headers so that the visitor sees that it is not whole, also where only an end without an error says so. */
export function breakOff(response: EdgeResponse, headers: SentHeaders): void {
  if ("stream" in response) response.stream.destroy(new Error("The answer is broken off."));
  else if (!response.socket || response.chunkedEncoding || headers?.["content-length"] !== undefined)
    response.destroy();
  else cutOff(response.socket);
}

/** Over HTTP/2: once the answer is sent, nobody waits for the rest of the body (RFC 9113 §8.1). */
export function refuseRest(request: EdgeRequest, response: EdgeResponse): void {
  if (!("stream" in response)) return;
  const { stream } = response;
  stream.once("finish", () => request.complete || stream.close(constants.NGHTTP2_NO_ERROR));
}

/** Resolves once the answer has left or can't leave any more: whether all of it did. Its connection notes that. */
export function endOf(response: EdgeResponse, connection: VisitorConnection): Promise<boolean> {
  const stream = "stream" in response ? response.stream : response;
  return new Promise((resolve) => {
    stream.once("close", () => {
      connection.ended = (connection.ended ?? 0) + 1;
      const reset = "rstCode" in stream && stream.rstCode !== 0;
      // A stream of HTTP/2 that is reset counts as finished, whoever ended it.
      resolve(response.writableEnded && stream.writableFinished && !reset);
    });
  });
}
