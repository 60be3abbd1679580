import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { ApiProblem } from "../errors.ts";
import type { Env } from "../http/call.ts";
import { refuseMethod } from "../http/fail.ts";
import { answerHeaders, passedLocation, requestHeaders, targetOf } from "./headers.ts";

export type ForwardOptions = {
  upstream: string;
  names: Pick<Config, "versionHeader" | "upstreamVersionHeader">;
  /** How long the other service may take to begin its answer, and be silent within it, in milliseconds. */
  timeoutMs: number;
  log: Logger;
};

export type Forwarder = { handle: (c: Context<Env>) => Promise<Response>; close: () => void };

const NO_BODY = [204, 205, 304];

/**
 * Forwards requests under `/api/` as they are, bodies as streams in both directions. Redirects are never followed: one
 * within the other API is passed on, any other refused.
 */
export function createForwarder({ upstream, names, timeoutMs, log }: ForwardOptions): Forwarder {
  const base = new URL(upstream);
  const secure = base.protocol === "https:";
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;

  function ask(request: Request, target: URL): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = requestHeaders(request.headers, names);
      const asking = send(target, { method: request.method, headers, agent, signal: request.signal });
      const silent = setTimeout(() => asking.destroy(new SilentError()), timeoutMs);
      asking.setTimeout(timeoutMs, () => asking.destroy(new SilentError()));
      asking.once("response", (answer) => {
        clearTimeout(silent);
        resolve(answer);
      });
      asking.once("upgrade", (_answer, socket) => {
        socket.destroy();
        clearTimeout(silent);
        reject(new Error("The other service switched protocols."));
      });
      // After the answer has begun this only ends its stream.
      asking.on("error", (error) => {
        clearTimeout(silent);
        reject(error);
      });
      if (!request.body) asking.end();
      // The request's own "error" reports what fails here.
      else pipeline(Readable.fromWeb(request.body as never), asking).catch(reject);
    });
  }

  async function handle(c: Context<Env>): Promise<Response> {
    const target = targetOf(new URL(c.req.url), base);
    if (!target) return refuseMethod(c, []);
    let answer: IncomingMessage;
    try {
      answer = await ask(c.req.raw, target);
    } catch (error) {
      throw problemOf(error, base, timeoutMs, (code) =>
        log.warn({ operation_id: c.get("operationId"), code }, "upstream does not answer"),
      );
    }
    const { statusCode: status = 502, rawHeaders } = answer;
    const headers = answerHeaders(rawHeaders);
    if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
      headers.set("location", redirect(answer, answer.headers.location, target, base));
    }
    if (NO_BODY.includes(status) || c.req.method === "HEAD") {
      answer.resume();
      return new Response(null, { status, headers });
    }
    return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
  }

  return { handle, close: () => agent.destroy() };
}

class SilentError extends Error {
  override name = "SilentError";
}

function redirect(answer: IncomingMessage, location: string, asked: URL, base: URL): string {
  const passed = passedLocation(location, asked, base);
  if (passed !== null) return passed;
  answer.destroy();
  throw new ApiProblem(
    "upstreamRedirect",
    `${base.origin} redirects outside its API. Gatehouse doesn’t follow, so that your key isn’t sent elsewhere. Check --upstream.`,
  );
}

function problemOf(error: unknown, base: URL, timeoutMs: number, tell: (code: string) => void): ApiProblem {
  if (error instanceof SilentError) {
    tell("silent");
    return new ApiProblem(
      "upstreamSilent",
      `${base.origin} did not answer within ${timeoutMs / 1000} s. The request may still have worked. Check before you try again.`,
    );
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  tell(code);
  return new ApiProblem(
    "upstreamUnreachable",
    `${base.origin} can’t be reached (${code}). Check that it is running and that --upstream is right.`,
  );
}
