import type { Context } from "hono";
import type { Logger } from "pino";
import type { ErrorName } from "#contract/error.ts";
import { ApiProblem, toProblem } from "../errors.ts";
import { sendable, sendNow } from "./answer.ts";
import type { Env } from "./call.ts";
import { withoutTokens } from "./request-log.ts";

/** Ours, not the caller’s: their causes stand in the log. */
const OWN_FAULTS: readonly ErrorName[] = [
  "internal",
  "busy",
  "databaseUnreachable",
  "diskFull",
  "storageFailed",
  "changedMeanwhile",
];

/** Answers any failure as JSON; what is the service's own fault is logged with its cause. */
export function fail(c: Context<Env>, log: Logger, error: Error): Response {
  const problem = toProblem(error);
  const operationId = c.get("operationId");
  if (OWN_FAULTS.includes(problem.problem)) {
    log.error({ operation_id: operationId, err: error }, "request failed");
  }
  return sendNow(c, problem.status, sendable(problem.body(operationId)), { ...problem.headers });
}

/**
 * Refuses a method that a path does not take. `details.path` says which path (protocol-facts.md#errors).
 *
 * @throws ApiProblem 405 with Allow, or 404 when the path takes none.
 */
export function refuseMethod(c: Context<Env>, methods: string[]): never {
  const path = withoutTokens(c.req.path.slice(0, 256));
  if (methods.length === 0) {
    throw new ApiProblem("pathUnknown", `${path} was not found. GET /api/openapi.json lists all paths.`, {
      details: { path },
    });
  }
  const allow = methods.join(", ");
  throw new ApiProblem("methodNotAllowed", `${path} takes ${allow}, not ${c.req.method}.`, {
    headers: { Allow: allow },
    details: { path },
  });
}
