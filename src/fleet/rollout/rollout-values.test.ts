// Cause: "1 min" became a pause of 1 s without a word, and 100000 was refused by the service with the name of a field of the API.
// Law: what is typed counts as it reads or is marked with what to write; nothing that the contract refuses is sent.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { RolloutCreate } from "#contract/rollouts/rollout.ts";
import { DEFAULTS, faultsOf, given } from "./rollout-values.ts";

it.each([
  ["1 min", 60],
  ["90", 90],
  ["15 min", 900],
  ["1 h 30 min", 5_400],
  ["24 h", 86_400],
])("a pause of %s is %i s", (pause_seconds, seconds) => {
  expect(faultsOf({ ...DEFAULTS, pause_seconds })).toEqual({});
  expect(given({ ...DEFAULTS, pause_seconds })).toMatchObject({ pause_seconds: seconds });
});

it("says what to write where a field can't be read or is out of its bounds", () => {
  expect(
    faultsOf({ ...DEFAULTS, pause_seconds: "25 h", at_once: "51", batch_size: "", canary: "-1" }),
  ).toEqual({
    pause_seconds: "Enter a duration up to 24 h. Example: 15 min",
    at_once: "Enter a whole number from 1 to 50.",
    batch_size: "Enter a whole number from 1 to 1,000.",
    canary: "Enter a whole number from 0 to 1,000.",
  });
  expect(faultsOf({ ...DEFAULTS, halt_percent: "", halt_error_percent: "x" })).toEqual({});
  expect(faultsOf({ ...DEFAULTS, halt_endpoint_id: "ep_1", halt_error_percent: "x" })).toHaveProperty(
    "halt_error_percent",
  );
});

it("gives what the contract takes, whatever was typed without a fault", () => {
  const typed = fc.oneof(
    fc.constantFrom("", " ", "0", "1", "1.5", "50", "1e3", "1 min", "100001", "ten", "٣"),
    fc.integer({ min: -2, max: 90_000 }).map(String),
  );
  const { halt_endpoint_id: _, ...numbers } = DEFAULTS;
  const entries = Object.fromEntries(Object.keys(numbers).map((name) => [name, typed]));
  fc.assert(
    fc.property(fc.record(entries), fc.constantFrom("", "ep_1"), (some, halt_endpoint_id) => {
      const values = { ...DEFAULTS, ...some, halt_endpoint_id };
      if (Object.keys(faultsOf(values)).length > 0) return;
      const body = { session_ids: ["ts_1"], action: "restart", ...given(values) };
      expect(RolloutCreate.safeParse(body).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
