import type { IncomingHttpHeaders } from "node:http";
import { pipeline, type Readable, type Writable } from "node:stream";
import { type Dispatcher, errors } from "undici";
import { withCompression } from "#edge/modules/compression.ts";
import { withHeaderRules } from "#edge/modules/header-rules.ts";
import type { LiveTunnel } from "./account.ts";
import type { Trail } from "./events/trail.ts";
import { headText } from "./head-text.ts";
import { type Headers, responseHeaders, trailerFields } from "./headers.ts";
import { StreamRefused } from "./links/link.ts";
import { wasGone } from "./links/why-unreached.ts";
import { withOutboundPolicies } from "#edge/modules/policies/outbound.ts";
import { type Forwarded, instead, type Instead, unreached } from "./forwarded.ts";
import type { RefusalName } from "./refusals.ts";
import type { EdgeRequest, VisitorBody } from "./request-body.ts";
import type { Chooser } from "./routing/choose.ts";
import { isStreamed, sendStreamed } from "./streamed.ts";
import type { Asked, Upstreams } from "./upstreams.ts";
import { breakOff, type EdgeResponse, hasNoBody, isGone, withoutLength } from "./visitor-response.ts";

export type Forwarding = {
  request: EdgeRequest;
  body: VisitorBody | null;
  response: EdgeResponse;
  tunnels: readonly LiveTunnel[];
  path: string;
  headers: Headers;
  trail: Trail;
};

export type ForwardServices = { upstreams: Upstreams; chooser: Chooser };

/** Safe to send twice (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]);

/** Sends a request to one of the tunnels, the next one where one can't be reached, and its answer to the visitor. */
export async function forward(
  forwarding: Forwarding,
  { upstreams, chooser }: ForwardServices,
): Promise<Forwarded> {
  const { request, body, response, tunnels, trail } = forwarding;
  let stale = false;
  let gone = true;
  for (const tunnel of chooser.order(tunnels)) {
    const done = chooser.busy(tunnel.id);
    trail.tunnel = tunnel;
    try {
      let tried = await attempt(forwarding, tunnel, upstreams);
      // The app closed a connection that was kept for the next request.
      const again = tried.outcome === "failed" && tried.stale && !stale;
      if (again && IDEMPOTENT.has(request.method ?? "") && !body) {
        stale = true;
        tried = await attempt(forwarding, tunnel, upstreams);
      }
      if (tried.outcome !== "failed") return tried;
      if (isGone(response) || response.headersSent) return { outcome: "broken" };
      gone = wasGone(tried.error, trail) && gone;
      if (!(tried.error instanceof StreamRefused))
        return { outcome: "refused", refusal: refusalOf(tried.error) };
    } finally {
      done();
    }
  }
  return unreached(gone);
}

type Attempt =
  | { outcome: "answered" | "broken" | "left" }
  | Instead
  | { outcome: "failed"; error: Error; stale: boolean };

function attempt(
  { request, body: given, response, path, headers, trail }: Forwarding,
  tunnel: LiveTunnel,
  upstreams: Upstreams,
): Promise<Attempt> {
  const body = given?.stream() ?? null;
  return new Promise((resolve) => {
    const answer = new Answer(response, body, trail, resolve);
    trail.sending();
    if (body && isStreamed(request)) {
      const { answerMs, headersMax } = upstreams;
      trail.reused = false;
      upstreams
        .open(tunnel)
        .then((stream) =>
          sendStreamed(stream, { request, path, headers, body, answerMs, headersMax }, answer),
        )
        .catch((error: Error) => answer.failed(error));
      return;
    }
    const method = request.method as Dispatcher.HttpMethod;
    const asked: Asked = { method, path, headers, body, origin: "http://tunnel", trail };
    upstreams.of(tunnel).dispatch(asked, answer);
  });
}

const SHORT_BYTES = 8_192;

/** Whether the visitor gets a body in chunks of HTTP/1.1: Node sends no other head that announces trailers. */
function announcesTrailers(status: number, headers: IncomingHttpHeaders, response: EdgeResponse): boolean {
  if ("stream" in response || headers["content-length"] !== undefined || hasNoBody(status)) return false;
  return response.req.method !== "HEAD" && response.req.httpVersion === "1.1";
}

/** Passes an answer on as it comes, no faster than the visitor reads. */
class Answer implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private started = false;
  /** Bytes of the body have come. */
  private flowing = false;
  private settled = false;
  private readonly response: EdgeResponse;
  /** Where the body goes: the response, or what compresses it. */
  private out: Writable;
  private readonly body: Readable | null;
  private readonly trail: Trail;
  private readonly resolve: (attempt: Attempt) => void;
  private readonly gone = (): void => {
    this.settle({ outcome: "left" });
    this.controller?.abort(new Error("The visitor left."));
  };
  private readonly more = (): void => this.controller?.resume();

  constructor(
    response: EdgeResponse,
    body: Readable | null,
    trail: Trail,
    resolve: (attempt: Attempt) => void,
  ) {
    this.response = response;
    this.out = response;
    this.body = body;
    this.trail = trail;
    this.resolve = resolve;
    response.on("close", this.gone).on("drain", this.more);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.trail.marks.connected = performance.now();
    if (isGone(this.response)) this.gone();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    reason?: string,
  ): void {
    const { response } = this;
    if (isGone(response)) return;
    if (status < 200) return this.early(status, headers);
    // Node has no such status for HTTP/2.
    if (status > 599 && "stream" in response) return controller.abort(new Error("There is no such status."));
    const trailers = announcesTrailers(status, headers, response);
    const given = withOutboundPolicies(status, responseHeaders(headers, trailers), this.trail);
    if (!("headers" in given)) return this.instead(status, instead(given), controller);
    this.started = true;
    const told = this.shaped(status, given.headers);
    this.trail.answering(status, told);
    if ("stream" in response) return void response.writeHead(status, told);
    response.writeHead(status, reason ?? "", told);
    // An answer that begins with silence, such as a stream of events, is seen to begin.
    setImmediate(() => {
      if (!this.flowing && !response.destroyed && !response.writableEnded) response.flushHeaders();
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled || hasNoBody(this.trail.status)) return;
    const plain = this.out === this.response;
    if (plain) this.trail.out.pass(chunk);
    // A short first piece is written with the head as one text: two pieces cost the edge a third more.
    const asText = plain && !this.flowing && chunk.length <= SHORT_BYTES && !("stream" in this.response);
    this.flowing = true;
    const sent = asText ? this.out.write(chunk.toString("latin1"), "latin1") : this.out.write(chunk);
    if (!sent) controller.pause();
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    if (this.settled) return;
    if (Object.keys(trailers).length > 0) this.response.addTrailers(trailerFields(trailers));
    this.ended();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.failed(error);
  }

  failed(error: Error): void {
    if (this.settled) return;
    if (this.started) {
      // A length of what is never sent (RFC 9110 §8.6): the answer is whole.
      if (error instanceof errors.ResponseContentLengthMismatchError && hasNoBody(this.trail.status))
        return this.ended();
      this.settle({ outcome: "broken" });
      breakOff(this.response, this.trail.headers);
      return;
    }
    this.settle({ outcome: "failed", error, stale: error instanceof errors.SocketError });
  }

  private ended(): void {
    this.out.end();
    this.settle({ outcome: "answered" });
  }

  /** The headers by what the route says, which may be that the body is compressed on its way. */
  private shaped(status: number, given: Headers): Headers {
    const { response, trail } = this;
    trail.status = status;
    const { headers, encoder } = withCompression(status, withoutLength(status, given), trail);
    if (encoder) {
      this.out = encoder.on("drain", this.more).on("data", (chunk: Buffer) => trail.out.pass(chunk));
      // Whichever end breaks off, breaks off the other.
      pipeline(encoder, response, () => undefined);
    }
    return withHeaderRules("response_headers", trail.told(headers), trail);
  }

  /** The app has answered, and the visitor gets something else. */
  private instead(status: number, given: Instead, controller: Dispatcher.DispatchController): void {
    this.trail.settled(status >= 500);
    this.settle(given);
    controller.abort(new Error("A policy answers instead."));
  }

  /** Of an answer that waits for the one before it, only the last is sent. */
  private early(status: number, headers: IncomingHttpHeaders): void {
    const { response } = this;
    const fields = responseHeaders(headers, false);
    if ("stream" in response) response.stream.additionalHeaders({ ...fields, ":status": status });
    else if (response.req.httpVersion !== "1.0") response.socket?.write(headText(status, fields), "latin1");
  }

  private settle(attempt: Attempt): void {
    if (this.settled) return;
    this.settled = true;
    this.response.off("close", this.gone);
    if (attempt.outcome !== "answered") {
      this.response.off("drain", this.more);
      this.body?.destroy();
    }
    this.resolve(attempt);
  }
}

const refusalOf = (error: Error): RefusalName =>
  error instanceof errors.HeadersTimeoutError ? "upstreamSlow" : "upstreamBroke";
