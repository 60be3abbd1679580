// Cause: the address of an alarm, with its path, found nothing. Law: from a URL that is down to where it is fixed without a dead end.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addressSteps } from "./address-steps.ts";

it.each([
  [
    "https://app.example/reports/2026?x=1#y",
    ["app.example/reports/2026", "app.example/reports", "app.example"],
  ],
  [" https://user@app.example:443/ ", ["app.example"]],
  ["http://app.example:8080", ["app.example:8080"]],
  ["app.example/reports", ["app.example/reports", "app.example"]],
  ["reports/app.example", []],
  ["https://", []],
  ["https://app.example/a b", []],
])("%j leads to %j", (typed, steps) => {
  expect(addressSteps(typed)).toEqual(steps);
});

it("gets shorter with each step, and ends with the host", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const steps = addressSteps(url);
      expect(steps.at(-1)).toBe(new URL(url).host || undefined);
      expect(steps.every((step, index) => steps[index - 1]?.startsWith(step) ?? true)).toBe(true);
    }),
  );
});
