import {
  breakerWindow,
  type BreakerSettings,
  type BreakerWindow,
  trips,
} from "#contract/modules/breaker-window.ts";
import { CIRCUIT_BREAKER_DEFAULTS, circuitBreakerContract } from "#contract/modules/circuit-breaker.ts";
import { compiled } from "./compiled.ts";
import type { Guard } from "./guard.ts";

/** In seconds of this process's clock. `probing` = one request is under way to see whether the app is well again. */
type Breaker = {
  settings: BreakerSettings;
  window: BreakerWindow;
  openUntil: number | null;
  probing: boolean;
};

/** Those of the routes that have the same settings. Other settings begin anew. */
const breakersOf = compiled(circuitBreakerContract, (request) => ({
  settings: { ...CIRCUIT_BREAKER_DEFAULTS, ...request },
  byRoute: new Map<string, Breaker>(),
}));

const seconds = (): number => performance.now() / 1_000;

/** Keeps requests from an app that fails (decisions/modules/circuit-breaker.md). Each process counts for itself. */
export const circuitBreaker: Guard = (stored, { place, connection }) => {
  const { settings, byRoute } = breakersOf(stored);
  const id = place.route?.id ?? "";
  const breaker = byRoute.get(id) ?? {
    settings,
    window: breakerWindow(settings),
    openUntil: null,
    probing: false,
  };
  byRoute.set(id, breaker);
  const { openUntil } = breaker;
  if (openUntil === null)
    return {
      verdict: "allow",
      reason: "Closed",
      ...(!connection.test && { settle: (failed) => count(breaker, failed) }),
    };
  if (breaker.probing || seconds() < openUntil)
    return { verdict: "block", reason: "Open: too many requests failed", refusal: "breakerOpen" };
  if (connection.test) return { verdict: "allow_while_open", reason: "Open: the next request tries the app" };
  breaker.probing = true;
  return {
    verdict: "allow_while_open",
    reason: "Open: this request tries whether the app is well again",
    settle: (failed) => probed(breaker, failed),
  };
};

/** `failed` = null: the visitor left, and nobody knows. */
function count(breaker: Breaker, failed: boolean | null): void {
  if (failed === null || breaker.openUntil !== null) return;
  const at = seconds();
  const sum = breaker.window.add(at, failed);
  if (failed && trips(breaker.settings, sum)) breaker.openUntil = at + breaker.settings.tripped_duration;
}

function probed(breaker: Breaker, failed: boolean | null): void {
  breaker.probing = false;
  if (failed === null) return;
  breaker.openUntil = failed ? seconds() + breaker.settings.tripped_duration : null;
  if (!failed) breaker.window.clear();
}
