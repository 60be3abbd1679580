import {
  type BreakerCount,
  type BreakerSettings,
  breakerWindow,
  SAME_TIME,
  trips,
} from "#contract/modules/breaker-window.ts";

/** What came in one second, and how many of it the upstream answers with 500 or above. Whole numbers, errors ≤ requests. */
export type Sample = { requests: number; errors: number };

/** One second as the breaker made it: what reached the upstream, what of it failed, what was answered 503 instead. */
export type Second = { reached: number; errors: number; blocked: number; open: boolean };

/** A change of the breaker's state. `at` is seconds from the start; `requests` and `errors` are those of the window. */
export type Transition =
  | { kind: "trips"; at: number; requests: number; errors: number }
  | { kind: "stays open"; at: number }
  | { kind: "closes"; at: number };

export type Simulation = {
  seconds: Second[];
  transitions: Transition[];
  /** The most requests a window held, and of the windows that held enough the one with the largest share of errors. */
  fullest: number;
  worst: BreakerCount | null;
};

/**
 * What a breaker does to a stream of requests. Its settings are documented (api.md#circuit_breaker); how they act is an
 * assumption, after the breakers they come from: each failed request is followed by a look at the window, which trips
 * at the volume and the share or above; once `tripped_duration` is over, the next request is let through as a probe,
 * which closes the breaker with an empty window, or fails and opens it for another `tripped_duration`. Requests of a
 * second come evenly, its errors among them.
 */
export function simulate(settings: BreakerSettings, samples: readonly Sample[]): Simulation {
  const window = breakerWindow(settings);
  const transitions: Transition[] = [];
  let openUntil: number | null = null;
  let fullest = 0;
  let worst: BreakerCount | null = null;

  const seconds = samples.map(({ requests, errors }, second) => {
    const seen: Second = { reached: 0, errors: 0, blocked: 0, open: false };
    for (let i = 0; i < requests; i++) {
      const at = second + i / requests;
      const failed = isError(i, errors / requests);
      if (openUntil !== null && at < openUntil - SAME_TIME) {
        seen.blocked++;
        seen.open = true;
        continue;
      }
      seen.reached++;
      if (failed) seen.errors++;
      if (openUntil !== null) {
        seen.open ||= failed;
        openUntil = failed ? at + settings.tripped_duration : null;
        transitions.push(failed ? { kind: "stays open", at } : { kind: "closes", at });
        if (!failed) window.buckets.clear();
        continue;
      }
      const count = window.add((second * requests + i) / requests, failed);
      fullest = Math.max(fullest, count.requests);
      if (count.requests >= settings.volume_threshold && shareOf(count) > shareOf(worst)) worst = count;
      if (failed && trips(settings, count)) {
        transitions.push({ kind: "trips", at, ...count });
        openUntil = at + settings.tripped_duration;
        seen.open = true;
      }
    }
    seen.open ||= openUntil !== null && requests === 0;
    return seen;
  });
  return { seconds, transitions, fullest, worst };
}

/** Whether the i-th request of a second fails, when the failures are spread evenly over it. */
function isError(i: number, share: number): boolean {
  return Math.round((i + 1) * share) > Math.round(i * share);
}

const shareOf = (count: BreakerCount | null) => (count ? count.errors / count.requests : 0);
