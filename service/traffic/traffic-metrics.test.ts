// Cause: Postgres refuses a time with fractions, before which old counts were to go, and an hour twice in one statement: nothing was
// written any more. Law: what processes of one store count adds up, in every length of bucket, whenever they write; what is older
// than its bound goes, what is not stays.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { METRICS_BUCKETS } from "#contract/traffic/traffic-metrics.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { countedOf, trafficEvent } from "../testing/traffic-events.ts";
import { startOf, TrafficMetricsBook } from "./traffic-metrics.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const BEGIN_MS = Date.UTC(2026, 10, 21, 5, 59, 30, 250);
const STEPS = Object.values(METRICS_BUCKETS);

let runs = 0;
/** The books of two processes that share the store and a clock, and know nothing of other runs. */
function twoBooks() {
  runs += 1;
  let ms = BEGIN_MS;
  const nodes = [1, 2].map((node) => new TrafficMetricsBook(app.traffic.store, `${runs}-${node}`, () => ms));
  return { nodes, session: `ts_${runs}`, pass: (more: number) => (ms += more), seconds: () => ms / 1_000 };
}

it("two processes' counts add up in every length of bucket", async () => {
  const act = fc.record({
    node: fc.nat(1),
    // All together less than buckets of 10 s are kept.
    waitedMs: fc.oneof(fc.nat(12_000), fc.nat(1_700_000)),
    events: fc.nat(3),
    flush: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const { nodes, session, pass, seconds } = twoBooks();
      const sent: number[] = [];
      for (const { node, waitedMs, events, flush } of acts) {
        pass(waitedMs);
        const book = nodes[node];
        for (let i = 0; i < events; i += 1) {
          book?.add(countedOf(trafficEvent({ "gatehouse.session_id": session })));
          sent.push(seconds());
        }
        if (flush) await book?.flush();
      }
      // The other one's open bucket is its own: it is told once it is written.
      await nodes[1]?.flush(true);
      for (const step of STEPS) {
        const until = startOf(seconds(), step) + step;
        const since = startOf(BEGIN_MS / 1_000, step);
        const asked = { grouped: "session", step, since, until, subject: session } as const;
        const told = [...((await nodes[0]?.read(asked))?.get(session) ?? [])];
        const expected = new Map<number, number>();
        for (const at of sent) expected.set(startOf(at, step), (expected.get(startOf(at, step)) ?? 0) + 1);
        expect(Object.fromEntries(told.map(([start, { requests }]) => [start, requests]))).toEqual(
          Object.fromEntries(expected),
        );
      }
    }),
    { numRuns: 30 },
  );
});

it("buckets that are older than their bound go with the next write, longer ones stay", async () => {
  const { nodes, session, pass, seconds } = twoBooks();
  const [book] = nodes;
  book?.add(countedOf(trafficEvent({ "gatehouse.session_id": session })));
  pass(60_000);
  await book?.flush();
  pass(7 * 3_600_000);
  book?.add(countedOf(trafficEvent()));
  pass(60_000);
  await book?.flush();
  const kept = STEPS.map(async (step) => {
    const asked = {
      grouped: "session",
      step,
      since: 0,
      until: Math.ceil(seconds()),
      subject: session,
    } as const;
    return (await (await app.traffic.store()).counts(asked)).length;
  });
  expect(await Promise.all(kept)).toEqual([0, 1, 1]);
});
