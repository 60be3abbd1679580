import * as fc from "fast-check";
import { expect, it } from "vitest";
import { orderLong, ordering } from "./order-long.ts";
import { sortRows, type RowModel } from "./rows.ts";

type Row = { id: number; name: string; size: number };
let looks = 0;
const look = <T>(value: T): T => {
  looks += 1;
  return value;
};
const model: RowModel<Row> = {
  searchText: ({ name }) => look(name),
  facets: [],
  sortKeys: { size: ({ size }) => look(size), name: ({ name }) => look(name) },
  tie: ({ name }) => look(name),
};
/** Rows that repeat what they are ordered by. */
const many = (count: number, seed: number): Row[] =>
  Array.from({ length: count }, (_, id) => {
    const size = (Math.imul(id + 1, 2_654_435_761) ^ seed) >>> 0;
    return { id, name: `agent-${size % 900}`, size: size % 7 };
  });
const sorts = fc.uniqueArray(
  fc.record({ column: fc.constantFrom("size", "name"), descending: fc.boolean() }),
  { minLength: 1, selector: ({ column }) => column },
);

it("orders as one sort would, from wherever it begins", () => {
  // Law: doing it in slices, or from the order before, is no other answer.
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(), sorts, sorts, fc.nat(9), (count, seed, sort, earlier, drop) => {
      const rows = many(count, seed);
      const before = sortRows(
        [...rows.filter(({ id }) => id % 10 >= drop), ...many(50, seed)],
        model,
        earlier,
      );
      const steps = ordering({ rows, model, sort }, before);
      let step = steps.next();
      while (!step.done) step = steps.next();
      expect(step.value.sorted).toEqual(sortRows(rows, model, sort));
      expect(step.value.texts).toEqual(step.value.sorted.map(({ name }) => name));
    }),
    { numRuns: 30 },
  );
});

it("no step takes long, however long the list is", () => {
  // Cause: putting 100,000 rows in order held the page up for 270 ms. Law: no task over 50 ms. Counted, not timed.
  const longest = (count: number) => {
    const rows = many(count, 1);
    const steps = ordering({ rows, model, sort: [{ column: "size", descending: false }] });
    const counts: number[] = [];
    for (let done = false; !done;) {
      looks = 0;
      done = Boolean(steps.next().done);
      counts.push(looks);
    }
    return { longest: Math.max(...counts), steps: counts.length };
  };
  const [short, long] = [longest(10_000), longest(40_000)];
  expect(long.longest).toBe(short.longest);
  expect(long.longest).toBeLessThanOrEqual(2048);
  expect(long.steps).toBeGreaterThan(3 * short.steps);
});

it("gives up when it is told to", async () => {
  const stop = new AbortController();
  const rows = many(20_000, 3);
  const ordered = orderLong({ rows, model, sort: [{ column: "name", descending: true }] }, [], stop.signal);
  stop.abort();
  expect(await ordered).toBeNull();
});
