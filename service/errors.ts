import { type ErrorBody, type ErrorName, ERRORS, type Issue } from "#contract/error.ts";
import { databaseFault, type Fault } from "./store/faults.ts";

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

  get code(): string {
    return ERRORS[this.problem].code;
  }

  /** The body of the answer (decisions/http/errors.md). */
  body(operationId: string): ErrorBody {
    return {
      error_code: this.code,
      status_code: this.status,
      msg: this.message,
      details: { operation_id: operationId, ...this.details },
    };
  }
}

/** So many faults are in `details.issues`. */
const ISSUES_MAX = 100;

/** A problem whose faults land on their fields, the first {@link ISSUES_MAX} of them. */
export function invalid(problem: ErrorName, msg: string, issues: readonly Issue[]): ApiProblem {
  return new ApiProblem(problem, msg, { details: { issues: JSON.stringify(issues.slice(0, ISSUES_MAX)) } });
}

/** So many faults are told in words. */
const TOLD_MAX = 3;

/** A text with the mark that ends it. */
export const ended = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

function sentence({ path, message }: Issue): string {
  const at = path.length > 0 ? path.join(".") : "The body";
  // "cidr must be …", but "cidr: Invalid IP range. Example: …".
  const text = `${at}${/^\p{Lu}/u.test(message) ? ":" : ""} ${message}`;
  return ended(text);
}

/** A problem that tells its faults in words too. */
export function faulty(problem: ErrorName, issues: readonly Issue[]): ApiProblem {
  const all = issues.slice(0, TOLD_MAX).map(sentence).join(" ");
  // An example at the end is shown as it is to be written, without the period.
  const told = issues.length === 1 ? all.replace(/(Example: \S+)\.$/, "$1") : all;
  const more = issues.length - TOLD_MAX;
  const rest = more > 0 ? ` ${more} more ${more === 1 ? "problem" : "problems"} in details.issues.` : "";
  return invalid(problem, `${told}${rest}`, issues);
}

/** What the caller is told of any failure; one that is not a problem of ours is an internal error. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const fault = databaseFault(error);
  if (fault !== null) return FAULTS[fault]();
  return new ApiProblem(
    "internal",
    "Something went wrong in the service. Look for the operation ID in its log to find the cause.",
  );
}

const RETRY = { headers: { "Retry-After": "1" } };
const MEANWHILE = "Someone else changed this at the same moment. Your change was not saved";

const FAULTS: Readonly<Record<Fault, () => ApiProblem>> = {
  busy: () => new ApiProblem("busy", "The database is busy. Nothing was changed. Try again.", RETRY),
  unreachable: () =>
    new ApiProblem(
      "databaseUnreachable",
      "The service can’t reach its database. Check whether your change was saved before you try again.",
      RETRY,
    ),
  full: () =>
    new ApiProblem(
      "diskFull",
      "The service’s disk is full. Nothing was changed. Free some space there, then try again.",
    ),
  storage: () =>
    new ApiProblem(
      "storageFailed",
      "The service’s disk or database failed. Check whether your change was saved. Look for the operation ID in its log to find the cause.",
    ),
  duplicate: () => new ApiProblem("changedMeanwhile", `${MEANWHILE}. Reload it and try again.`),
  reference: () => new ApiProblem("changedMeanwhile", `${MEANWHILE}. Reload it and try again.`),
  text: () => new ApiProblem("valueInvalid", "Text can’t contain the NUL character (U+0000). Remove it."),
};
