// Cause: nobody could see why requests were refused, or let them in again. Law: live state says what the edge acts by, and a reset
// begins anew for the next request, of that route and that module alone (docs/decisions/edge/live-state.md).
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { breakerWindow } from "#contract/modules/breaker-window.ts";
import { resetModule } from "#service/store/modules.ts";
import { addEdge, setModule } from "../testing/add-edge.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import { windowAt } from "./circuit-breaker.ts";
import { createLiveState } from "./live-state.ts";

const t = moduleEdge();
const stateOf = (route: string) => createLiveState(t.account, "one")(route);
const STRICT = { tripped_duration: 60, rolling_window: 3600, volume_threshold: 3, num_buckets: 4 };
let status: number;
beforeEach(() => {
  status = 500;
  t.answer((_request, response) => response.writeHead(status).end());
});

async function call(count: number, host = EDGE): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < count; i += 1) statuses.push((await t.call("/v1/x", { headers: { host } })).status);
  return statuses;
}

const sum = (counts: readonly number[] = []): number => counts.reduce((all, one) => all + one, 0);

test("a breaker is closed, opens, and is closed by a reset; another route of the same settings stays open", async () => {
  const other = await addEdge(t.gateway.db, "https_edges", "https", "other.example:443");
  await t.set("circuit_breaker", STRICT);
  await setModule(t.gateway.db, other.route, "circuit_breaker", STRICT);
  const began = Date.now();
  expect((await stateOf(t.ids.route)).circuit_breaker).toMatchObject({
    state: "closed",
    tries_at: null,
    requests: [0, 0, 0, 0],
    settings: { ...STRICT, error_threshold_percentage: 0.5 },
  });
  for (const host of [EDGE, "other.example"]) expect(await call(4, host)).toEqual([500, 500, 500, 503]);
  const { circuit_breaker: open } = await stateOf(t.ids.route);
  expect([open?.state, sum(open?.requests), sum(open?.errors)]).toEqual(["open", 3, 3]);
  expect(Date.parse(open?.since ?? "")).toBeGreaterThanOrEqual(began - 5);
  expect(Date.parse(open?.tries_at ?? "") - Date.parse(open?.since ?? "")).toBeCloseTo(60_000, -2);
  await resetModule(t.gateway.db, t.ids.route, "circuit_breaker");
  status = 200;
  expect([await call(1), await call(1, "other.example")]).toEqual([[200], [503]]);
  const { circuit_breaker: closed } = await stateOf(t.ids.route);
  expect([closed?.state, sum(closed?.requests), sum(closed?.errors)]).toEqual(["closed", 1, 0]);
  expect(Date.parse(closed?.since ?? "")).toBeGreaterThan(Date.parse(open?.since ?? ""));
  expect((await stateOf(other.route)).circuit_breaker?.state).toBe("open");
});

test("a rate limit is empty after a reset, and what is off or unknown counts nothing", async () => {
  status = 200;
  const config = { capacity: 1, rate: "60s", bucket_key: ["conn.client_ip"] };
  await t.set("policies", { inbound: [{ name: "Few", actions: [{ type: "rate-limit", config }] }] });
  expect(await call(2)).toEqual([200, 429]);
  const limit = { rule: "Few", name: "", by: ["conn.client_ip"], capacity: 1, window_seconds: 60 };
  const [full] = (await stateOf(t.ids.route)).rate_limits;
  expect(full).toMatchObject({ ...limit, keys: 1, full: 1, busiest: [{ key: ["127.0.0.1"], used: 1 }] });
  await resetModule(t.gateway.db, t.ids.route, "policies");
  expect((await stateOf(t.ids.route)).rate_limits).toEqual([{ ...limit, keys: 0, full: 0, busiest: [] }]);
  expect(await call(2)).toEqual([200, 429]);
  await t.set("policies", { enabled: false, inbound: [] });
  expect(await stateOf(t.ids.route)).toEqual({ id: "one", circuit_breaker: null, rate_limits: [] });
  expect(await stateOf("edghtsrt_0")).toMatchObject({ rate_limits: [] });
});

test("the buckets that are read add up to what was counted in the window", () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.boolean()), { minLength: 1 });
  const windows = fc.record({
    rolling_window: fc.integer({ min: 1, max: 60 }),
    num_buckets: fc.integer({ min: 1, max: 128 }),
  });
  fc.assert(
    fc.property(steps, windows, fc.integer({ min: 0, max: 70_000 }), (all, some, later) => {
      const settings = { ...STRICT, ...some, error_threshold_percentage: 1 };
      const window = breakerWindow(settings);
      const length = some.rolling_window / some.num_buckets;
      const counted: { at: number; failed: boolean }[] = [];
      let at = 1_000;
      for (const [gap, failed] of all) {
        at += gap / 1_000;
        const sum = window.add(at, failed);
        counted.push({ at, failed });
        const { buckets, ends } = windowAt(window, settings, at);
        expect(buckets).toHaveLength(some.num_buckets);
        expect(ends).toBeGreaterThan(at - 1e-6);
        expect(ends - at).toBeLessThanOrEqual(length + 1e-6);
        for (const of of ["requests", "errors"] as const)
          expect(buckets.reduce((total, one) => total + one[of], 0)).toBe(sum[of]);
      }
      // Nothing is counted meanwhile: what is older than the first bucket has left.
      const { buckets, ends } = windowAt(window, settings, at + later / 1_000);
      const first = ends - some.rolling_window;
      const sure = (one: { at: number }) => Math.abs(one.at - first) > 1e-6;
      const left = counted.filter((one) => sure(one) && one.at > first).length;
      const unsure = counted.filter((one) => !sure(one)).length;
      const read = buckets.reduce((total, { requests }) => total + requests, 0);
      expect(read).toBeGreaterThanOrEqual(left);
      expect(read).toBeLessThanOrEqual(left + unsure);
    }),
  );
});
