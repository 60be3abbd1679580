import * as fc from "fast-check";
import { expect, it } from "vitest";
import { filtersIn, NAME_MAX, SAVED_MAX } from "./saved-filters.ts";

it("reads what a storage holds, whatever it is", () => {
  expect(filtersIn(null)).toEqual([]);
  expect(NAME_MAX).toBeGreaterThan(0);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(Array.isArray(filtersIn(text))).toBe(true);
    }),
  );
  const filter = fc.record({ name: fc.string(), kind: fc.string(), filter: fc.string() });
  fc.assert(
    fc.property(
      fc.uniqueArray(filter, { selector: ({ name }) => name, maxLength: 5 }),
      fc.json(),
      (all, other) => {
        const text = JSON.stringify([...all, { junk: other }, ...all]);
        expect(filtersIn(text)).toEqual(all);
        expect(all.length).toBeLessThanOrEqual(SAVED_MAX);
      },
    ),
  );
});
