import { LoginFault } from "./fault.ts";
import type { LoginSession, LoginUser } from "./session.ts";

/** What a check found is good for requests that were under way with the session of before, in milliseconds. */
const SHARED_MS = 30_000;
const CHECKS_MAX = 10_000;

type Check = Promise<LoginUser | null>;

/** The newest last. */
const checks = new Map<string, Check>();

/**
 * What the provider says of a visitor now; null = nothing any more. Requests that come together ask once: a refresh token is
 * good once.
 *
 * @throws LoginFault where the provider can't be asked, or no longer allows it.
 */
export function checkedOnce(session: LoginSession, check: (user: LoginUser) => Promise<LoginUser>): Check {
  const key = `${session.id} ${session.checked}`;
  const running = checks.get(key);
  if (running) return running;
  for (const old of checks.keys()) {
    if (checks.size < CHECKS_MAX) break;
    checks.delete(old);
  }
  const begun = ask(session, check);
  checks.set(key, begun);
  const forget = (): void => void checks.delete(key);
  // What could not be asked is asked again by the next request.
  begun.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
  return begun;
}

async function ask(session: LoginSession, check: (user: LoginUser) => Promise<LoginUser>): Check {
  try {
    const user = await check(session);
    return user.subject === session.subject ? user : null;
  } catch (error) {
    if (error instanceof LoginFault && error.refusal === "signInRefused") return null;
    throw error;
  }
}
