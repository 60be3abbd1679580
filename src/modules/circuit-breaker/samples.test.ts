import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CIRCUIT_BREAKER_DEFAULTS } from "#contract/modules/circuit-breaker.ts";
import { PATTERN_OPTIONS, RATE_MAX, readSamples, samplesOf, TIMELINE_MAX } from "./samples.ts";
import { simulate } from "./simulation.ts";

const kinds = PATTERN_OPTIONS.map(({ value }) => value).filter((kind) => kind !== "own");

it("reads what it writes, whatever separates the numbers", () => {
  const sample = fc
    .tuple(fc.nat(RATE_MAX), fc.nat(RATE_MAX))
    .map(([requests, errors]) => ({ requests, errors: Math.min(requests, errors) }));
  const separator = fc.constantFrom(" ", ", ", ";", "\t", " / ");
  fc.assert(
    fc.property(fc.array(fc.tuple(sample, separator), { minLength: 1, maxLength: 50 }), (lines) => {
      const text = lines.map(([{ requests, errors }, by]) => `${requests}${by}${errors}`).join("\n");
      expect(readSamples(text)).toEqual({ samples: lines.map(([sample]) => sample) });
    }),
  );
});

it.each([
  [
    "20 3 x2\n\n5",
    [
      { requests: 20, errors: 3 },
      { requests: 20, errors: 3 },
      { requests: 5, errors: 0 },
    ],
  ],
])("%j is samples", (text, samples) => {
  expect(readSamples(text)).toEqual({ samples });
});

it.each([
  ["", "Enter at least one line. Example: 20 3"],
  ["1 1\nmany", "Line 2: enter requests and errors. Example: 20 3"],
  ["1 2", "Line 1: more errors than requests."],
  ["251 0", "Line 1: up to 250 requests per second."],
  ["1 1 x1801", "Line 1: up to 1,800 seconds in total."],
  ["1 1 x0", "Line 1: up to 1,800 seconds in total."],
])("%j is refused with what to write", (text, problem) => {
  expect(readSamples(text)).toEqual({ problem });
});

it("every pattern is samples the timeline can take, for any settings", () => {
  const settings = fc.record({
    tripped_duration: fc.integer({ min: 1, max: 4_294_967_295 }),
    rolling_window: fc.integer({ min: 1, max: 4_294_967_295 }),
  });
  fc.assert(
    fc.property(settings, fc.constantFrom(...kinds), fc.nat(RATE_MAX), (some, kind, rate) => {
      const samples = samplesOf(kind, { ...CIRCUIT_BREAKER_DEFAULTS, ...some }, rate);
      expect(samples.length).toBeLessThanOrEqual(TIMELINE_MAX);
      const fits = samples.every(({ requests, errors }) => requests <= RATE_MAX && errors <= requests);
      expect(fits).toBe(true);
    }),
  );
});

it("with defaults, the outage trips and recovers, quiet hours trip nothing", () => {
  const transitions = (kind: (typeof kinds)[number], rate: number) =>
    simulate(CIRCUIT_BREAKER_DEFAULTS, samplesOf(kind, CIRCUIT_BREAKER_DEFAULTS, rate)).transitions.map(
      ({ kind }) => kind,
    );
  expect(transitions("outage", 10)).toEqual(["trips", "stays open", "stays open", "stays open", "closes"]);
  expect(transitions("quiet", 10)).toEqual([]);
  expect(transitions("blip", 10)).toEqual([]);
  expect(transitions("slow burn", 10).at(0)).toBe("trips");
});
