import { WRONG_KEYS } from "#contract/api-facts.ts";
import type { Issue } from "#contract/error.ts";

export type ApiErrorKind = "network" | "timeout" | "http" | "drift" | "garbage";
/** safe: send again at will · unsure: it may have been done, look first · wait: later · no: the same request fails again. */
export type Retry = "safe" | "unsure" | "no" | "wait";

type Fields = {
  kind: ApiErrorKind;
  msg: string;
  method: string;
  path: string;
  status?: number | undefined;
  code?: string | undefined;
  operationId?: string | undefined;
  issues?: Issue[];
  retryAfterSeconds?: number | undefined;
  /** Where more is known than the answer says. */
  retry?: Retry;
};

const READS = new Set(["GET", "HEAD"]);
const REPEATABLE = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/** Whether the same request may be sent again. A PUT or DELETE repeated ends in the same state; POST and PATCH may not. */
export function retryOf({ kind, method, status }: Pick<Fields, "kind" | "method" | "status">): Retry {
  if (status === 429) return "wait";
  if (kind === "drift") return READS.has(method) ? "no" : "unsure";
  // 501, 507: nothing was changed, and nothing will be.
  if (kind === "http" && status !== undefined && (status < 500 || status === 501 || status === 507))
    return "no";
  if (kind === "http" && status === 503) return REPEATABLE.has(method) ? "wait" : "unsure";
  return REPEATABLE.has(method) ? "safe" : "unsure";
}

/** Every failure of a request. `msg` is the service's own words when it gave some; it never holds the key. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly msg: string;
  readonly operationId: string | undefined;
  readonly issues: Issue[];
  readonly retry: Retry;
  readonly retryAfterSeconds: number | undefined;
  readonly method: string;
  readonly path: string;

  constructor(fields: Fields) {
    super(fields.msg);
    this.name = "ApiError";
    this.kind = fields.kind;
    this.status = fields.status;
    this.code = fields.code;
    this.msg = fields.msg;
    this.operationId = fields.operationId;
    this.issues = fields.issues ?? [];
    this.retry = fields.retry ?? retryOf(fields);
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.method = fields.method;
    this.path = fields.path;
  }
}

/** A failure that the console tells in words of its own, with what to do. */
export class Refusal extends Error {}

export type Described = {
  title: string;
  detail: string;
  /** Beside the code, for support: no reader needs it in a sentence. */
  status?: number | undefined;
  code?: string | undefined;
  operationId?: string | undefined;
  /** Empty where the words of the failure say what to do. */
  hint: string;
};

const HINTS: Record<Retry, string> = {
  safe: "You can safely try again.",
  unsure: "It may have worked. Check before you try again.",
  no: "Retrying won’t help.",
  wait: "Try again in a moment.",
};

const PLAIN: Record<Exclude<ApiErrorKind, "http">, string> = {
  network: "No connection to the service. Check that it is running and reachable.",
  timeout: "The service took too long to answer.",
  drift: "The service sent an answer that this console doesn’t understand.",
  garbage: "The service sent an answer that is not JSON.",
};

const FULL = {
  detail: "The service’s disk is full.",
  hint: "Free some space, then try again.",
};

/** Whether it is about the key for certain; another 403 may be about one operation only (protocol-facts.md#authentication). */
export const refusesKey = ({ status, code }: ApiError): boolean =>
  status === 401 || (status === 403 && /_20\d$/.test(code ?? "")) || code === WRONG_KEYS;

function hintOf(error: ApiError): string {
  if (refusesKey(error)) return "Sign in with a valid key.";
  if (error.retry === "wait" && error.retryAfterSeconds !== undefined)
    return `Try again in ${error.retryAfterSeconds} s.`;
  return HINTS[error.retry];
}

/** What to show of a failure. `tried` says what was attempted, verb first: "load sessions", "delete this key". */
export function describeError(error: unknown, tried: string): Described {
  const title = `Could not ${tried}`;
  if (!(error instanceof ApiError)) {
    const detail = error instanceof Error ? error.message : String(error);
    const hint = error instanceof Refusal ? "" : "Reload the page.";
    return { title, detail: detail || "Unknown error in the console.", hint };
  }
  const { kind, status, msg, code, operationId } = error;
  const named = { status, code, operationId };
  if (status === 507) return { title, ...FULL, ...named };
  const own = kind === "http" ? msg : `${PLAIN[kind]}${msg ? ` ${msg}` : ""}`;
  const hint = hintOf(error);
  return { title, detail: own, ...named, hint: own.endsWith(hint) ? "" : hint };
}

/** What is wrong while old data is shown. "No answer" is said only when there was none. */
export function staleCause(error: unknown): string {
  const unanswered = error instanceof ApiError && (error.kind === "network" || error.kind === "timeout");
  return unanswered ? "No answer" : "Not refreshed";
}

const ABSENT = new Set<number | undefined>([404, 405, 501]);

/** True for an answer that says "this does not exist here": the sign that a service lacks an extension (decisions/api/extensions.md). */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && ABSENT.has(error.status);
}

/** Whether the same request can't fare better. */
export const isVain = (error: unknown): boolean => error instanceof ApiError && error.retry === "no";

/** Whether what was asked for may have happened all the same. */
export const isUnsure = (error: unknown): boolean => error instanceof ApiError && error.retry === "unsure";
