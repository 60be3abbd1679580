// Cause: a list that grows at its top moves what is being read, shows rows twice after a reconnect, or leaves some out in
// silence. Law: while held nothing moves; every row that came is shown once, waits, or is counted.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { httpEvent } from "#testing/traffic-events.ts";
import { trafficRow } from "#traffic/traffic-row.ts";
import { arrive, extended, NOTHING, refreshed, shown, type Live } from "./live-rows.ts";

const ROWS = Array.from({ length: 4000 }, () => trafficRow(httpEvent()));
const begin: Live = { ...NOTHING, filter: "", next: null };
/** How many come at a time, and whether somebody reads. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.boolean(), fc.boolean()), {
  maxLength: 12,
});

it("never moves what is read, and loses nothing without counting it", () => {
  fc.assert(
    fc.property(steps, (all) => {
      let live = begin;
      let came = 0;
      for (const [count, held, again] of all) {
        const before = live.rows;
        const batch = ROWS.slice(came, came + count).toReversed();
        came = Math.min(ROWS.length, came + count);
        live = arrive(live, batch, held);
        // What came before comes again after a reconnect.
        if (again) live = refreshed(live, { filter: "", rows: batch, next: null }, held);
        expect(held ? live.rows === before : live.waiting.length === 0).toBe(true);
        const ids = [...live.waiting, ...live.rows].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(ids.toSorted().toReversed());
        // Of a long list the oldest leave, and are read again from where it says.
        expect(ids.length + live.missed === came || live.next === live.rows.at(-1)?.id).toBe(true);
      }
      expect(shown(live).waiting).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it("begins anew where the newest page has nothing of what is shown, or passed another filter", () => {
  const live = arrive(begin, ROWS.slice(0, 3).toReversed(), false);
  const page = { filter: "", rows: ROWS.slice(500, 503).toReversed(), next: "ev_1" };
  expect(refreshed(live, page, true)).toEqual({ ...page, waiting: [], missed: 0 });
  const other = { filter: "false", rows: live.rows, next: null };
  expect(refreshed(live, other, false).filter).toBe("false");
  const older = extended(live, { rows: [live.rows[2]!, ROWS[9]!], next: null });
  expect(older.rows.map(({ id }) => id)).toEqual([...live.rows, ROWS[9]!].map(({ id }) => id));
});
