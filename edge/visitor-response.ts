import type { ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";
import type { VisitorConnection } from "./events/visitor-connection.ts";
import type { EdgeRequest } from "./request-body.ts";

/** What a visitor is answered with. */
export type EdgeResponse = ServerResponse | Http2ServerResponse;

/** Whether nothing can be sent any more. */
export const isGone = (response: EdgeResponse): boolean =>
  "stream" in response ? response.stream.destroyed : response.destroyed;

/** Ends an answer so that the visitor sees that it is not whole: over HTTP/2 one that is destroyed without an error looks whole. */
export function breakOff(response: EdgeResponse): void {
  if ("stream" in response) response.stream.destroy(new Error("The answer is broken off."));
  else response.destroy();
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
