import { type ErrorBody, type ErrorName, ERRORS, type Issue } from "#contract/error.ts";
import { isBusy } from "./store/folder-lock.ts";

/** A failure that the caller is told of. `msg` says what to do; it never holds a secret. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly problem: ErrorName;
  readonly details: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    problem: ErrorName,
    msg: string,
    more: { details?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(msg);
    this.problem = problem;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }

  get status(): (typeof ERRORS)[ErrorName]["status"] {
    return ERRORS[this.problem].status;
  }

  /** The body of the answer (design decision 9). */
  body(operationId: string): ErrorBody {
    return {
      error_code: ERRORS[this.problem].code,
      status_code: this.status,
      msg: this.message,
      details: { operation_id: operationId, ...this.details },
    };
  }
}

/** A problem whose faults land on their fields. */
export function invalid(problem: ErrorName, msg: string, issues: readonly Issue[]): ApiProblem {
  return new ApiProblem(problem, msg, { details: { issues: JSON.stringify(issues) } });
}

/** What the caller is told of any failure; one that is not a problem of ours is an internal error. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isBusy(error)) {
    return new ApiProblem("busy", "The database is busy. Nothing was changed; try again.", {
      headers: { "Retry-After": "1" },
    });
  }
  return new ApiProblem(
    "internal",
    "The service failed. Its log has the cause under the operation id of this answer.",
  );
}
