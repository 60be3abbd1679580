import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { chosenFields, isSampled } from "./event-choice.ts";
import { HTTP_FIELDS } from "./traffic/fields.ts";
import { nest } from "./traffic/nest.ts";

const NAMES = Object.keys(HTTP_FIELDS);

it("keeps exactly the chosen fields, with their values", () => {
  const object = fc
    .subarray(NAMES)
    .map((names) => Object.fromEntries(names.map((name) => [name, { of: name }])));
  fc.assert(
    fc.property(object, fc.subarray(NAMES), (values, chosen) => {
      const wanted = Object.fromEntries(Object.entries(values).filter(([name]) => chosen.includes(name)));
      expect(chosenFields(nest(values), chosen)).toEqual(nest(wanted));
    }),
  );
});

it("leaves the event as it was", () => {
  const event = nest(Object.fromEntries(NAMES.map((name) => [name, name])));
  const text = JSON.stringify(event);
  chosenFields(event, ["conn.client_ip", "http.request.url.path"]);
  expect(JSON.stringify(event)).toBe(text);
});

it("samples a share of events within what chance allows, of IDs that come one after the other", () => {
  const count = 20_000;
  const time = "2mRZ3Q";
  for (const share of [0.001, 0.01, 0.1, 0.5, 0.9]) {
    for (const [what, id] of [
      ["random", () => `ev_${time}${randomBytes(16).toString("hex").slice(0, 21)}`],
      ["counted", (i: number) => `ev_${time}${String(i).padStart(21, "0")}`],
    ] as const) {
      const taken = Array.from({ length: count }, (_, i) => id(i)).filter((one) => isSampled(one, share));
      // Six standard deviations: one run in a thousand million is beyond.
      const slack = 6 * Math.sqrt(count * share * (1 - share));
      expect([what, share, Math.abs(taken.length - count * share) <= slack]).toEqual([what, share, true]);
    }
  }
});

it("says the same of an event whenever it is asked, and takes into a larger share what is in a smaller one", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (id, a, b) => {
        expect(isSampled(id, a)).toBe(isSampled(id, a));
        expect(isSampled(id, Math.min(a, b)) && !isSampled(id, Math.max(a, b))).toBe(false);
        expect([isSampled(id, 1), isSampled(id, 0)]).toEqual([true, false]);
      },
    ),
  );
});
