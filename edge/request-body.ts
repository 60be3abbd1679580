import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { Readable } from "node:stream";
import type { BodyKeeper } from "./events/body-keeper.ts";

export type EdgeRequest = IncomingMessage | Http2ServerRequest;

/** Whether a body follows the headers. */
export function hasBody(request: EdgeRequest): boolean {
  if ("stream" in request) return !request.stream.endAfterHeaders;
  return (
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0
  );
}

/**
 * The body as a stream of its own. Nothing is taken from the visitor before somebody reads, so that another tunnel may be
 * tried until then, and its end leaves the visitor's connection as it is. `passed` gets what is read.
 */
export function requestBody(request: EdgeRequest, passed: BodyKeeper): Readable {
  let reading = false;
  const take = (chunk: Buffer): void => {
    passed.pass(chunk);
    if (!body.push(chunk)) request.pause();
  };
  const end = (): void => void body.push(null);
  const broken = (): void => {
    if (!request.complete) body.destroy(new Error("The visitor left in the middle of the request."));
  };
  const body: Readable = new Readable({
    read() {
      if (!reading) {
        reading = true;
        request.on("data", take).on("end", end).on("close", broken).on("error", broken);
      }
      request.resume();
    },
    destroy(error, done) {
      request.off("data", take).off("end", end).off("close", broken);
      done(error);
    },
  });
  return body;
}
