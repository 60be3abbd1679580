import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { newId } from "../store/ids.ts";
import { type Env, socketOf } from "./call.ts";

/** Names the request in every answer of the API and in the log. */
export const OPERATION_HEADER = "Gatehouse-Operation-Id";

/** The text with every API key and authtoken in it cut down to its prefix. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/gh([2a])_\w+/g, "gh$1_…");
}

/** Where a response has its operation id: a WeakMap of them costs as much as the id itself. */
const ID = Symbol("operation id");
type Named = ServerResponse & { [ID]?: string };

/** The operation id of the request that this response answers, once it has one. */
export function operationIdOf(response: ServerResponse): string | undefined {
  return (response as Named)[ID];
}

/** How a request ended. */
export type Ended = {
  operationId: string;
  operation: string | undefined;
  method: string;
  path: string;
  status: number;
  /** Milliseconds until its answer began. */
  ms: number;
  keyId: string | undefined;
};

/**
 * One log line for each request: what, by which key, how it ended, how long it took. Of the URL only the path is logged,
 * without what looks like a token: no query, no header, no body.
 */
export function logEnded(log: Logger): (ended: Ended) => void {
  return ({ operationId, operation, method, path, status, ms, keyId }) => {
    if (!log.isLevelEnabled("info")) return;
    log.info(
      {
        operation_id: operationId,
        operation,
        method,
        path: withoutTokens(path.slice(0, 256)),
        status,
        ms: Math.round(ms),
        key: keyId,
      },
      "request",
    );
  };
}

/** Gives a request its operation id, which `outgoing` answers; not there where the app is asked without a socket. */
export function beginRequest(outgoing: ServerResponse | undefined): { operationId: string; started: number } {
  const started = performance.now();
  const operationId = newId("operation");
  if (outgoing) (outgoing as Named)[ID] = operationId;
  return { operationId, started };
}

/** Gives each request an operation id, and tells how it ended. */
export function requestLog(tell: (ended: Ended) => void): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { operationId, started } = beginRequest(socketOf(c).outgoing);
    c.set("operationId", operationId);
    await next();
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - started;
    const keyId = c.get("principal")?.keyId;
    tell({ operationId, operation: c.get("operation"), method, path, status, ms, keyId });
  };
}
