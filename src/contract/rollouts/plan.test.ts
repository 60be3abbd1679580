import * as fc from "fast-check";
import { expect, it } from "vitest";
import { planBatches } from "./plan.ts";

const fleet = fc
  .array(fc.uniqueArray(fc.nat(6).map(String), { maxLength: 3 }), { minLength: 1, maxLength: 40 })
  .map((serves) => serves.map((keys, i) => ({ id: `ts_${i}`, serves: keys })));
const counts = fc.record({ canary: fc.nat(4), batchSize: fc.integer({ min: 1, max: 9 }) });
const elsewhere = fc.dictionary(fc.nat(6).map(String), fc.nat(2));

function servedBy(members: readonly { serves: readonly string[] }[], more: Record<string, number>) {
  const all = new Map(Object.entries(more));
  for (const key of members.flatMap(({ serves }) => serves)) all.set(key, (all.get(key) ?? 0) + 1);
  return all;
}

it("puts every agent into one batch, no batch beyond its size, and takes no shared URL down whole", () => {
  fc.assert(
    fc.property(fleet, counts, elsewhere, (members, { canary, batchSize }, more) => {
      const served = servedBy(members, more);
      const batches = planBatches(members, served, { canary, batchSize });
      expect(
        batches
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(members.map(({ id }) => id).toSorted());
      for (const [i, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(i === 0 && canary > 0 ? canary : batchSize);
        const whole = [...served].filter(
          ([key, all]) => all > 1 && batch.filter(({ serves }) => serves.includes(key)).length >= all,
        );
        expect(whole).toEqual([]);
      }
    }),
  );
});

it("keeps the order where nothing is shared", () => {
  const members = [1, 2, 3, 4, 5, 6].map((n) => ({ id: String(n), serves: [`url ${n}`] }));
  const ids = (canary: number, batchSize: number) =>
    planBatches(members, servedBy(members, {}), { canary, batchSize }).map((batch) =>
      batch.map(({ id }) => id).join(""),
    );
  expect(ids(1, 3)).toEqual(["1", "234", "56"]);
  expect(ids(0, 4)).toEqual(["1234", "56"]);
});
