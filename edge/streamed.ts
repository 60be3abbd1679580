import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { type Dispatcher, errors } from "undici";
import { type Headers, trailerFields } from "./headers.ts";
import type { EdgeRequest } from "./request-body.ts";

export type Streamed = {
  request: EdgeRequest;
  path: string;
  headers: Headers;
  body: Readable;
  /** Between the last byte that was sent and the first of an answer, in milliseconds. */
  answerMs: number;
  /** Bytes of an answer's headers. */
  headersMax: number;
};

/** Whether a body has no length yet, or trailers: who sends it may talk with the app while it lasts. */
export const isStreamed = ({ headers }: EdgeRequest): boolean =>
  headers["content-length"] === undefined || headers["trailer"] !== undefined;

/**
 * Sends a request whose body is streamed, on a connection of its own, and tells `handler` as undici does. Undici holds the
 * head back until the body's first byte, and sends no trailers.
 */
export function sendStreamed(stream: Duplex, streamed: Streamed, handler: Dispatcher.DispatchHandler): void {
  const { request, path, headers, body, answerMs, headersMax } = streamed;
  const { "content-length": _length, ...others } = headers;
  const { trailer } = request.headers;
  const asked = httpRequest({
    createConnection: () => stream,
    method: request.method,
    path,
    headers: { ...others, ...(trailer !== undefined && { trailer }), "transfer-encoding": "chunked" },
    maxHeaderSize: headersMax,
  });
  asked.maxHeadersCount = 0;
  let answer: IncomingMessage | null = null;
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason: Error) => void asked.destroy(reason),
    pause: () => void answer?.pause(),
    resume: () => void answer?.resume(),
  } satisfies Dispatcher.DispatchController;
  const failed = (error: Error): void => {
    clearTimeout(late);
    body.destroy();
    handler.onResponseError?.(controller, error);
  };
  const late = setTimeout(() => asked.destroy(new errors.HeadersTimeoutError()), answerMs);
  asked.once("close", () => clearTimeout(late));
  handler.onRequestStart?.(controller, {});
  const told = (status: number, fields: IncomingHttpHeaders, reason?: string): void =>
    handler.onResponseStart?.(controller, status, fields, reason);
  asked.on("information", ({ statusCode, headers: fields }) => told(statusCode, fields));
  asked.once("response", (response) => {
    clearTimeout(late);
    answer = response;
    told(response.statusCode ?? 502, response.headers, response.statusMessage);
    response.on("data", (chunk: Buffer) => handler.onResponseData?.(controller, chunk));
    response.once("end", () => {
      handler.onResponseEnd?.(controller, response.trailers);
      // An answer before the body's end: nobody waits for the rest.
      if (asked.writableFinished) return;
      body.destroy();
      asked.destroy();
    });
    response.once("error", failed);
  });
  asked.on("error", failed);
  body.once("error", (error) => asked.destroy(error));
  body.once("end", () => {
    asked.addTrailers(trailerFields(request.trailers));
    asked.end();
  });
  // As long as the body comes, nobody waits for an answer.
  body.on("data", () => answer ?? late.refresh());
  asked.flushHeaders();
  body.pipe(asked, { end: false });
}
