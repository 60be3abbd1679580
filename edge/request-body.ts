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
 * The body of a visitor's request. Nothing is taken from the visitor before somebody wants it, so that another tunnel may be
 * tried until then. `passed` gets what is taken.
 */
export class VisitorBody {
  private readonly request: EdgeRequest;
  private readonly passed: BodyKeeper;
  private readonly wanted: () => void;
  /** What was read ahead of the app. */
  private readonly held: Buffer[] = [];
  private length = 0;
  private ended = false;

  /** `wanted` is called before anything is taken, each time. */
  constructor(request: EdgeRequest, passed: BodyKeeper, wanted: () => void) {
    this.request = request;
    this.passed = passed;
    this.wanted = wanted;
  }

  /** All of it, which the app gets too; null when it is longer than this many bytes, or the visitor has left. */
  async whole(limit: number): Promise<Buffer | null> {
    if (!this.ended && this.length <= limit) await this.readAhead(limit);
    return this.ended && this.length <= limit ? Buffer.concat(this.held) : null;
  }

  private readAhead(limit: number): Promise<void> {
    const { request } = this;
    if (request.closed) return Promise.resolve();
    this.wanted();
    return new Promise((resolve) => {
      const done = (): void => {
        request.pause();
        request.off("data", take).off("end", end).off("close", done);
        resolve();
      };
      const take = (chunk: Buffer): void => {
        this.passed.pass(chunk);
        this.held.push(chunk);
        this.length += chunk.length;
        if (this.length > limit) done();
      };
      const end = (): void => {
        this.ended = true;
        done();
      };
      request.on("data", take).on("end", end).on("close", done);
      request.resume();
    });
  }

  /** A stream of its own from the first byte: its end leaves the visitor's connection as it is. */
  stream(): Readable {
    const { request, passed, held } = this;
    let reading = false;
    const take = (chunk: Buffer): void => {
      passed.pass(chunk);
      if (!body.push(chunk)) request.pause();
    };
    const end = (): void => void body.push(null);
    const broken = (): void => {
      if (!request.complete) body.destroy(new Error("The visitor left in the middle of the request."));
    };
    const begin = (): void => {
      this.wanted();
      for (const chunk of held) body.push(chunk);
      if (this.ended) end();
      else if (request.closed) broken();
      else request.on("data", take).on("end", end).on("close", broken).on("error", broken);
    };
    const body: Readable = new Readable({
      read() {
        if (!reading) begin();
        reading = true;
        request.resume();
      },
      destroy(error, done) {
        request.off("data", take).off("end", end).off("close", broken);
        done(error);
      },
    });
    return body;
  }
}
