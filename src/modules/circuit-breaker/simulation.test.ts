import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BreakerSettings } from "#contract/modules/breaker-window.ts";
import { simulate, type Sample } from "./simulation.ts";

const settings: BreakerSettings = {
  tripped_duration: 10,
  rolling_window: 10,
  num_buckets: 10,
  volume_threshold: 20,
  error_threshold_percentage: 0.5,
};
const many = (count: number, sample: Sample) => Array.from({ length: count }, () => sample);
const good = { requests: 4, errors: 0 };
const bad = { requests: 4, errors: 4 };

const anySettings = fc.record<BreakerSettings>({
  tripped_duration: fc.integer({ min: 1, max: 20 }),
  rolling_window: fc.integer({ min: 1, max: 30 }),
  num_buckets: fc.integer({ min: 1, max: 128 }),
  volume_threshold: fc.nat(40),
  error_threshold_percentage: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
});
const anySamples = fc.array(
  fc
    .tuple(fc.nat(12), fc.nat(12))
    .map(([requests, errors]) => ({ requests, errors: Math.min(requests, errors) })),
  { maxLength: 60 },
);

describe("circuit breaker timeline", () => {
  it("trips, probes, stays open, closes", () => {
    const samples = [...many(10, good), ...many(25, bad), ...many(20, good)];
    const { seconds, transitions } = simulate(settings, samples);
    // 40 good in ten seconds; as errors come in and good ones leave, half of them fail within the fifth second.
    expect(transitions).toEqual([
      { kind: "trips", at: 14.75, requests: 40, errors: 20 },
      { kind: "stays open", at: 24.75 },
      { kind: "stays open", at: 34.75 },
      { kind: "closes", at: 44.75 },
    ]);
    expect(seconds[14]).toEqual({ reached: 4, errors: 4, blocked: 0, open: true });
    expect(seconds[20]).toEqual({ reached: 0, errors: 0, blocked: 4, open: true });
    expect(seconds[24]).toEqual({ reached: 1, errors: 1, blocked: 3, open: true });
    expect(seconds[50]).toEqual({ reached: 4, errors: 0, blocked: 0, open: false });
  });

  it("waits for the volume, however bad it is", () => {
    const quiet = simulate(settings, many(60, { requests: 1, errors: 1 }));
    expect(quiet.transitions).toEqual([]);
    const least = simulate({ ...settings, volume_threshold: 10 }, many(60, { requests: 1, errors: 1 }));
    expect(least.transitions[0]).toEqual({ kind: "trips", at: 9, requests: 10, errors: 10 });
  });

  it("forgets what is older than the window", () => {
    const samples = [...many(4, bad), ...many(10, { requests: 0, errors: 0 }), ...many(4, bad)];
    expect(simulate(settings, samples).transitions).toEqual([]);
    expect(simulate({ ...settings, rolling_window: 20 }, samples).transitions[0]).toMatchObject({
      at: 14.75,
    });
  });

  it("loses no request: each one reaches the upstream or is blocked", () => {
    fc.assert(
      fc.property(anySettings, anySamples, (settings, samples) => {
        const { seconds } = simulate(settings, samples);
        seconds.forEach(({ reached, errors, blocked }, i) => {
          expect(reached + blocked).toBe(samples[i]!.requests);
          expect(errors).toBeLessThanOrEqual(Math.min(reached, samples[i]!.errors));
        });
      }),
    );
  });

  it("trips only at the volume and the share, and never without an error", () => {
    fc.assert(
      fc.property(anySettings, anySamples, (settings, samples) => {
        for (const transition of simulate(settings, samples).transitions) {
          if (transition.kind !== "trips") continue;
          expect(transition.errors).toBeGreaterThan(0);
          expect(transition.requests).toBeGreaterThanOrEqual(settings.volume_threshold);
          expect(transition.errors / transition.requests).toBeGreaterThanOrEqual(
            settings.error_threshold_percentage - 1e-9,
          );
        }
      }),
    );
  });

  it("transitions alternate: a trip, any number of failed probes, a close; probes at least the duration apart", () => {
    fc.assert(
      fc.property(anySettings, anySamples, (settings, samples) => {
        const { transitions } = simulate(settings, samples);
        transitions.forEach((transition, i) => {
          const before = transitions[i - 1];
          expect(transition.kind === "trips").toBe(before === undefined || before.kind === "closes");
          const waited = before && transition.kind !== "trips" ? transition.at - before.at : Infinity;
          expect(waited).toBeGreaterThanOrEqual(settings.tripped_duration - 1e-6);
        });
      }),
    );
  });

  it("counts the window as a list of all requests would", () => {
    fc.assert(
      fc.property(anySettings, anySamples, (settings, samples) => {
        const first = simulate(settings, samples).transitions[0];
        const { rolling_window, num_buckets } = settings;
        const bucket = (at: number) => Math.floor((at * num_buckets) / rolling_window + 1e-9);
        const all = samples.flatMap(({ requests, errors }, second) =>
          Array.from({ length: requests }, (_, i) => {
            const share = errors / requests;
            return { at: second + i / requests, failed: Math.round((i + 1) * share) > Math.round(i * share) };
          }),
        );
        const tripping = all.find(({ at, failed }, index) => {
          const window = all.slice(0, index + 1).filter((one) => bucket(one.at) > bucket(at) - num_buckets);
          const errors = window.filter((one) => one.failed).length;
          const share = settings.error_threshold_percentage * window.length;
          return failed && window.length >= settings.volume_threshold && errors >= share - 1e-9;
        });
        expect(first?.at).toBe(tripping?.at);
      }),
    );
  });
});
