import { ANSWER_SHAPES } from "#contract/answer-shapes.ts";
import { API_VERSION } from "#contract/api-facts.ts";
import { checkOf, type Check, type Fault } from "#contract/check.ts";
import type { ErrorBody, Issue } from "#contract/error.ts";
import { absoluteBase, getConnection, type Connection } from "./connection.ts";
import { takeEarly } from "./early.ts";
import { ApiError, refusesKey, type ApiErrorKind } from "./errors.ts";

const TIMEOUT_MS = 15_000;
const MOST_OF_MSG = 1000;
const SHORTEST_KEY = 8;
const errorCheck = checkOf<ErrorBody>(ANSWER_SHAPES.error);
const issuesCheck = checkOf<Issue[]>(ANSWER_SHAPES.issues);
/** Said of a request without a key: this tab leaves when it signs out itself. */
export const SIGNED_OUT = "You signed out in another tab.";

export type RequestOptions<T> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base URL, with a leading slash: "/tunnel_sessions". */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Shape of the answer; without one the answer's JSON is returned unchecked as T, and 204 as undefined. */
  answer?: Check<T>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The answer may be kept: when the service says that it is still so (304), it is the same object again. */
  kept?: boolean;
  /** Another connection than the one in use: /connect tries a key before it is kept. Its key may be empty: then none is sent. */
  connection?: Connection;
};

const refused = new Set<(error: ApiError) => void>();

/** Calls `listener` whenever the key in use is refused or gone (decisions/api/refused-key.md); returns the way to stop. */
export function onKeyRefused(listener: (error: ApiError) => void): () => void {
  refused.add(listener);
  return () => refused.delete(listener);
}

/** Keys that were refused: nothing is read with them again, which the service would count as further wrong keys of this address. */
const refusals = new WeakMap<Connection, ApiError>();

const TRIAL = { method: "GET", path: "/tunnel_sessions", query: { limit: 1 } } as const;

/** Tells of a failure that is about the key. A 403 may be about one operation only: then the read that signing in tries still works. */
async function tellRefused(failure: ApiError, connection: Connection | null): Promise<void> {
  if (!refusesKey(failure) && !(connection && refusals.has(connection))) {
    if (failure.status !== 403 || !connection) return;
    const again = await send(TRIAL, connection).catch((trial: unknown) => trial);
    if (!(again instanceof ApiError) || (again.status !== 401 && again.status !== 403)) return;
  }
  if (connection) refusals.set(connection, failure);
  if (getConnection() === connection) for (const listener of refused) listener(failure);
}

/**
 * One request to the management API: bearer key and version header (protocol-facts.md#authentication), 15 s time-out.
 * Throws {@link ApiError}; an abort by `signal` throws the signal's reason.
 */
export async function request<T = undefined>(options: RequestOptions<T>): Promise<T> {
  const connection = options.connection ?? getConnection();
  const about = { method: options.method, path: options.path };
  try {
    if (!connection) throw new ApiError({ ...about, kind: "http", msg: SIGNED_OUT, status: 401 });
    const refusal = options.method === "GET" && !options.connection && refusals.get(connection);
    if (refusal) {
      const { kind, msg, status, code, operationId } = refusal;
      throw new ApiError({ ...about, kind, msg, status, code, operationId });
    }
    return await send(options, connection);
  } catch (error) {
    if (error instanceof ApiError && !options.connection) void tellRefused(error, connection);
    throw error;
  }
}

async function send<T>(options: RequestOptions<T>, connection: Connection): Promise<T> {
  const { method, path, body, signal } = options;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const fail = (kind: ApiErrorKind, msg: string, response?: Response): ApiError =>
    new ApiError({ kind, method, path, msg: withoutKey(msg, connection.key), status: response?.status });
  const url = urlOf(options, connection);
  const known = options.kept ? keptOf(connection).get(url) : undefined;
  let response: Response;
  let text: string;
  try {
    const early = method === "GET" ? takeEarly(path, connection) : undefined;
    response = await (early ??
      fetch(url, {
        method,
        headers: {
          ...headersOf(connection, body !== undefined),
          ...(known && { "If-None-Match": known.etag }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
      }));
    text = await response.text();
  } catch {
    // Whoever does not let that header through is asked without it from now on.
    if (known) keptOf(connection).delete(url);
    signal?.throwIfAborted();
    if (timeout.aborted) throw fail("timeout", `No answer for ${timeoutMs / 1000} s.`);
    throw fail("network", "");
  }
  if (known && response.status === 304) return known.answer as T;
  if (!response.ok) throw httpError(options, response, text, connection.key);
  if (response.status === 204 || text === "") {
    if (options.answer) throw fail("garbage", "The answer was empty.", response);
    return undefined as T;
  }
  const answer = parse(text, options, fail, response);
  if (options.kept) keep(keptOf(connection), url, response.headers.get("etag"), answer);
  return answer;
}

type Kept = Map<string, { etag: string; answer: unknown }>;

/** Of so many URLs the last answer is kept: the pages of 100,000 rows, and some. The rows are those of the lists themselves. */
const KEPT_ANSWERS = 1200;
const keptAnswers = new WeakMap<Connection, Kept>();

/** What was answered to a connection: another key may see something else, and begins with nothing. */
function keptOf(connection: Connection): Kept {
  let kept = keptAnswers.get(connection);
  if (!kept) keptAnswers.set(connection, (kept = new Map()));
  return kept;
}

function keep(kept: Kept, url: string, etag: string | null, answer: unknown): void {
  kept.delete(url);
  if (!etag) return;
  if (kept.size >= KEPT_ANSWERS) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
  kept.set(url, { etag, answer });
}

function parse<T>(
  text: string,
  { answer }: RequestOptions<T>,
  fail: (kind: ApiErrorKind, msg: string, response?: Response) => ApiError,
  response: Response,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const type = response.headers.get("content-type")?.split(";")[0] ?? "no type";
    throw fail("garbage", `It sent ${type} with status ${response.status}.`, response);
  }
  if (!answer) return value as T;
  const parsed = answer.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw fail("drift", `At ${pathText(first?.path ?? [])}: ${expectedOf(first)}.`, response);
}

function expectedOf(issue: Fault | undefined): string {
  if (issue?.code === "invalid_type") return `expected ${issue.expected}`;
  return issue?.message || "not as expected";
}

/** A path into an answer as text: ["a", 0, "b"] → "a[0].b". */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text.replace(/^\./, "") || "the top";
}

/** Where a request goes. */
export function urlOf(
  { path, query }: Pick<RequestOptions<unknown>, "path" | "query">,
  { baseUrl }: Connection,
): string {
  const url = new URL(absoluteBase(baseUrl) + path);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** What every request says of who asks. */
export function headersOf({ key, versionHeader }: Connection, hasBody: boolean): Record<string, string> {
  return {
    Accept: "application/json",
    ...(key && { Authorization: `Bearer ${key}` }),
    [versionHeader]: API_VERSION,
    ...(hasBody ? { "Content-Type": "application/json" } : {}),
  };
}

function httpError<T>(
  { method, path }: RequestOptions<T>,
  response: Response,
  text: string,
  key: string,
): ApiError {
  const clean = (value: string | undefined) => (value === undefined ? undefined : withoutKey(value, key));
  const body = errorBody(text);
  const retryAfter = response.headers.get("retry-after");
  return new ApiError({
    kind: "http",
    method,
    path,
    status: response.status,
    msg: clean(body?.msg.slice(0, MOST_OF_MSG)) || "The service gave no reason.",
    code: clean(body?.error_code),
    operationId: clean(body?.details?.["operation_id"]),
    issues: issuesOf(body, key),
    retryAfterSeconds: retryAfter === null ? undefined : secondsOf(retryAfter),
  });
}

function errorBody(text: string): ErrorBody | undefined {
  try {
    const parsed = errorCheck.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function issuesOf(body: ErrorBody | undefined, key: string): Issue[] {
  try {
    const parsed = issuesCheck.safeParse(JSON.parse(withoutKey(body?.details?.["issues"] ?? "[]", key)));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Retry-After in seconds: a number, or a date (RFC 9110 §10.2.3). */
function secondsOf(text: string): number | undefined {
  if (/^\d+$/.test(text.trim())) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** A service that repeats the credential in its message must not bring it onto the screen. Shorter texts are no keys. */
function withoutKey(text: string, key: string): string {
  return key.length < SHORTEST_KEY ? text : text.replaceAll(key, "(the key)");
}
