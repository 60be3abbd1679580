import { ApiError, isUnsure } from "#api/errors.ts";

/** What a look at the service finds of a write whose answer was lost. */
export type Found<T> = { done: T } | "unchanged" | "unknown";

/** No answer, or none that says what was done. 507 says that nothing was. */
export function isLost(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { kind, status = 0 } = error;
  return kind !== "http" || (status >= 500 && status !== 507);
}

/** What is asked of one object; null where the service says that it is gone. Anything else is no proof of that. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * A write that stays one write however often it is tried: where the last try may have worked it looks before it sends
 * again, and once it is done it answers the same. Each try rejects as {@link settle} does, or as the look.
 */
export function settleOnce<T>(send: () => Promise<T>, look: () => Promise<Found<T>>): () => Promise<T> {
  let done: { done: T } | null = null;
  let unsure = false;
  return async () => {
    if (unsure && !done) {
      const found = await look();
      if (typeof found === "object") done = found;
      unsure = found === "unknown";
    }
    if (done) return done.done;
    try {
      done = { done: await settle(send, look) };
      return done.done;
    } catch (error) {
      unsure ||= isUnsure(error);
      throw error;
    }
  };
}

/**
 * Sends a write. When its answer is lost, the service is looked at before anyone may try again: what took effect counts as
 * done, what did not is said to be so, and is safe to repeat. @throws ApiError as it was when the look fails or can't tell.
 */
export async function settle<T>(send: () => Promise<T>, look: () => Promise<Found<T>>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isLost(error)) throw error;
    const found = await look().catch(() => "unknown" as const);
    if (typeof found === "object") return found.done;
    if (found === "unknown") throw error;
    const { kind, method, path, status, code, operationId } = error;
    const msg = `${error.msg} This request changed nothing.`.trim();
    throw new ApiError({ kind, method, path, status, code, operationId, msg, retry: "safe" });
  }
}
