import type { PolicyMessage } from "#contract/cel/policy-message.ts";
import { textOf } from "#contract/cel/policy-runtime.ts";
import type { Met, Verdict } from "../guard.ts";
import { REDACTED } from "../../events/redact.ts";
import { redactPairs } from "../../events/redact-pairs.ts";
import { secondsOf } from "../../events/visitor-connection.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Action } from "./rules.ts";

type Limit = Extract<Action, { type: "limit" }>;

/** A request is asked again while it waits for an agent, and counts once. */
const counted = new WeakMap<object, Map<RateLimit, number>>();

/** What a rate limit says of a request; null = it may pass. */
export function taken(
  { of, key }: Limit,
  message: PolicyMessage,
  { connection, request, place }: Met,
  reason: string,
): Verdict | null {
  const limit = of(place.route?.id ?? place.edge?.id ?? "");
  const [bucket, at] = [bucketOf(key, message), secondsOf(connection)];
  const before = (request && counted.get(request)) ?? new Map<RateLimit, number>();
  const wait = before.get(limit) ?? (connection.test ? limit.wait(bucket, at) : limit.take(bucket, at));
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
const bucketOf = (key: Limit["key"], message: PolicyMessage): string =>
  JSON.stringify(
    key.map((evaluate) => {
      try {
        return textOf(evaluate(message));
      } catch {
        return null;
      }
    }),
  );

/** Keys that a look at a limit names. */
const SHOWN = 10;
const SHOWN_CHARS = 64;

/** What a rate limit of a route has counted in this process, with the parts of its keys that are no secrets. */
export function limitState({ of, hides }: Limit, routeId: string) {
  const limit = of(routeId);
  const { busiest, ...state } = limit.state(secondsOf(), SHOWN);
  return {
    ...state,
    capacity: limit.capacity,
    window_seconds: limit.windowSeconds,
    busiest: busiest.map(({ key, used, frees }) => ({
      key: (JSON.parse(key) as (string | null)[]).map((part, index) =>
        part !== null && hides[index] ? REDACTED : shownPart(part),
      ),
      used,
      frees_in: Math.ceil(frees),
    })),
  };
}

function shownPart(part: string | null): string | null {
  if (part === null) return null;
  const text = redactPairs(part, "text", () => undefined);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
