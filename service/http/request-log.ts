import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { newId } from "../store/ids.ts";
import type { Env } from "./call.ts";

/** Names the request in every answer of the API and in the log. */
export const OPERATION_HEADER = "Gatehouse-Operation-Id";

/** The text with every API key and authtoken in it cut down to its prefix. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/gh([2a])_\w+/g, "gh$1_…");
}

const ids = new WeakMap<object, string>();

/** The operation id of the request that this response answers, once it has one. */
export function operationIdOf(response: ServerResponse): string | undefined {
  return ids.get(response);
}

/**
 * Gives each request an operation id and one log line: what, by which key, how it ended, how long it took. Of the URL
 * only the path is logged, without what looks like a token: no query, no header, no body.
 */
export function requestLog(log: Logger): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now();
    const operationId = newId("operation");
    c.set("operationId", operationId);
    // Not there where the app is asked without a socket.
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
    if (outgoing) ids.set(outgoing, operationId);
    await next();
    log.info(
      {
        operation_id: operationId,
        operation: c.get("operation"),
        method: c.req.method,
        path: withoutTokens(c.req.path.slice(0, 256)),
        status: c.res.status,
        ms: Math.round(performance.now() - started),
        key: c.get("principal")?.keyId,
      },
      "request",
    );
  };
}
