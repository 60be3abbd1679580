import {
  type BreakerCount,
  breakerWindow,
  bucketAt,
  type BreakerSettings,
  type BreakerWindow,
  trips,
} from "#contract/modules/breaker-window.ts";
import { CIRCUIT_BREAKER_DEFAULTS, circuitBreakerContract } from "#contract/modules/circuit-breaker.ts";
import { secondsOf, type VisitorConnection } from "../events/visitor-connection.ts";
import { compiled } from "./compiled.ts";
import type { Guard } from "./guard.ts";

/**
 * In seconds of this process's clock. `changed` = when it opened or closed last, or was new; `probing` = one request is under
 * way to see whether the app is well again.
 */
type Breaker = {
  settings: BreakerSettings;
  window: BreakerWindow;
  openUntil: number | null;
  changed: number;
  probing: boolean;
};

/** Those of the routes that have the same settings. Other settings begin anew. */
const breakersOf = compiled(circuitBreakerContract, (request) => {
  const { enabled: _, ...settings } = { ...CIRCUIT_BREAKER_DEFAULTS, ...request };
  return { settings, byRoute: new Map<string, Breaker>() };
});

/** Keeps requests from an app that fails (decisions/modules/circuit-breaker.md). Each process counts for itself. */
export const circuitBreaker: Guard = (stored, { place, connection }) => {
  const at = secondsOf(connection);
  const breaker = breakerOf(stored, place.route?.id ?? "", at);
  const { openUntil } = breaker;
  if (openUntil === null)
    return {
      verdict: "allow",
      reason: "Closed",
      ...(!connection.test && { settle: (failed) => count(breaker, failed, connection) }),
    };
  if (breaker.probing || at < openUntil)
    return { verdict: "block", reason: "Open: too many requests failed", refusal: "breakerOpen" };
  if (connection.test) return { verdict: "allow_while_open", reason: "Open: the next request tries the app" };
  breaker.probing = true;
  return {
    verdict: "allow_while_open",
    reason: "Open: this request tries whether the app is well again",
    settle: (failed) => probed(breaker, failed, connection),
  };
};

function breakerOf(stored: object, routeId: string, at: number): Breaker {
  const { settings, byRoute } = breakersOf(stored);
  const known = byRoute.get(routeId);
  if (known) return known;
  const window = breakerWindow(settings);
  const made = { settings, window, openUntil: null, changed: at, probing: false };
  byRoute.set(routeId, made);
  return made;
}

/** What a window has at a time in seconds: each of its buckets, the running one last, and when that ends. */
export function windowAt(
  { buckets }: BreakerWindow,
  settings: BreakerSettings,
  at: number,
): { buckets: BreakerCount[]; ends: number } {
  const after = bucketAt(settings, at) + 1;
  const first = after - settings.num_buckets;
  return {
    buckets: Array.from(
      { length: settings.num_buckets },
      (_, index) => buckets.get(first + index) ?? { requests: 0, errors: 0 },
    ),
    ends: (after * settings.rolling_window) / settings.num_buckets,
  };
}

type BreakerState = {
  state: "closed" | "open" | "half_open";
  since: number;
  triesAt: number | null;
  settings: BreakerSettings;
  /** The running one is the last, and ends then. */
  buckets: BreakerCount[];
  ends: number;
};

/** What the breaker of a route is at, with times in milliseconds since 1970. */
export function breakerState(stored: object, routeId: string): BreakerState {
  const now = secondsOf();
  const { settings, window, openUntil, changed } = breakerOf(stored, routeId, now);
  const time = (at: number): number => Date.now() + (at - now) * 1_000;
  const { buckets, ends } = windowAt(window, settings, now);
  const state = openUntil === null ? "closed" : now < openUntil ? "open" : "half_open";
  return {
    state,
    since: time(openUntil !== null && state === "half_open" ? openUntil : changed),
    triesAt: openUntil !== null && state === "open" ? time(openUntil) : null,
    settings,
    buckets,
    ends: time(ends),
  };
}

/** `failed` = null: the visitor left, and nobody knows. */
function count(breaker: Breaker, failed: boolean | null, connection: VisitorConnection): void {
  if (failed === null || breaker.openUntil !== null) return;
  const at = secondsOf(connection);
  const sum = breaker.window.add(at, failed);
  if (failed && trips(breaker.settings, sum)) open(breaker, at);
}

function open(breaker: Breaker, at: number): void {
  breaker.changed = at;
  breaker.openUntil = at + breaker.settings.tripped_duration;
}

function probed(breaker: Breaker, failed: boolean | null, connection: VisitorConnection): void {
  breaker.probing = false;
  if (failed === null) return;
  const at = secondsOf(connection);
  if (failed) return open(breaker, at);
  breaker.changed = at;
  breaker.openUntil = null;
  breaker.window.buckets.clear();
}
