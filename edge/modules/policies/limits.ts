import type { PolicyMessage } from "#contract/cel/policy-message.ts";
import { textOf } from "#contract/cel/policy-runtime.ts";
import type { Met, Verdict } from "../guard.ts";
import type { LimitState, RateLimit } from "./rate-limit.ts";
import type { Action } from "./rules.ts";

/** The limits of a route, as they were met last: those of rules that are gone are let go. */
const byRoute = new Map<string, Set<WeakRef<RateLimit>>>();
const noted = new WeakSet<RateLimit>();
/** A request is asked again while it waits for an agent, and counts once. */
const counted = new WeakMap<object, Map<RateLimit, number>>();

const seconds = (): number => performance.now() / 1_000;

/** What a rate limit says of a request; null = it may pass. */
export function taken(
  { of, key }: Extract<Action, { type: "limit" }>,
  message: PolicyMessage,
  { connection, request, place }: Met,
  reason: string,
): Verdict | null {
  const owner = place.route?.id ?? place.edge?.id ?? "";
  const limit = of(owner);
  const bucket = bucketOf(key, message);
  const before = (request && counted.get(request)) ?? new Map<RateLimit, number>();
  const wait =
    before.get(limit) ?? (connection.test ? limit.wait(bucket, seconds()) : limit.take(bucket, seconds()));
  if (!connection.test) note(owner, limit);
  if (request) counted.set(request, before.set(limit, wait));
  if (wait === 0) return null;
  return {
    verdict: "block",
    reason: `${reason}. ${limit.name || "Rate limit"}: more than ${limit.capacity} in ${limit.windowSeconds} s`,
    refusal: "rateLimited",
    toVisitor: { "retry-after": String(wait) },
  };
}

/** A key that fails, such as a header that is not there, is as if it were empty. */
const bucketOf = (key: Extract<Action, { type: "limit" }>["key"], message: PolicyMessage): string =>
  JSON.stringify(
    key.map((evaluate) => {
      try {
        return textOf(evaluate(message));
      } catch {
        return null;
      }
    }),
  );

function note(owner: string, limit: RateLimit): void {
  if (noted.has(limit)) return;
  noted.add(limit);
  const known = byRoute.get(owner) ?? new Set();
  for (const one of known) if (!one.deref()) known.delete(one);
  byRoute.set(owner, known.add(new WeakRef(limit)));
}

/** What the rate limits of a route have counted in this process: those that a request has met. No keys: they may be secrets. */
export function limitsOf(routeId: string): LimitState[] {
  const now = seconds();
  return [...(byRoute.get(routeId) ?? [])].flatMap((one) => one.deref()?.state(now) ?? []);
}
