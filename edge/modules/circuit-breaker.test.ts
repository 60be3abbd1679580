// Cause: the edge sent every request to an app that failed. Law: the breaker opens at the volume and share of its window, lets one
// request try the app once its time is over, and closes or stays open by what came of it (decisions/modules/circuit-breaker.md).
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { createLiveState } from "./live-state.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const STRICT = {
  tripped_duration: 1,
  rolling_window: 60,
  volume_threshold: 3,
  error_threshold_percentage: 0.5,
};
let status: number;
beforeEach(() => {
  status = 200;
  t.answer((_request, response) => {
    if (status === 0) response.destroy();
    else response.writeHead(status).end();
  });
});

const set = (value: object | null) => t.set("circuit_breaker", value);
/** The statuses of so many requests, one after the other. */
async function call(count: number): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < count; i += 1)
    statuses.push((await t.call("/v1/x", { headers: { host: EDGE } })).status);
  return statuses;
}

test("it opens, tries, stays open, tries again and closes", async () => {
  await set(STRICT);
  status = 500;
  expect(await call(5)).toEqual([500, 500, 500, 503, 503]);
  await vi.waitFor(() => expect(t.events).toHaveLength(5));
  expect(t.events.map(({ object }) => object)).toMatchObject(
    ["allow", "allow", "allow", "block", "block"].map((decision) => ({ circuit_breaker: { decision } })),
  );
  expect(t.events[4]?.gatehouse).toMatchObject({
    error_code: "ERR_GATEHOUSE_3234",
    decisions: [{ module: "circuit_breaker", verdict: "block" }],
  });
  const state = async () => (await createLiveState(t.account, "one")(t.ids.route)).circuit_breaker;
  const tries = (await state())?.tries_at ?? "";
  await sleep(1_050);
  const { since = "", ...waiting } = (await state()) ?? {};
  expect(waiting).toMatchObject({ state: "half_open", tries_at: null });
  expect(Math.abs(Date.parse(since) - Date.parse(tries))).toBeLessThan(50);
  expect(await call(2)).toEqual([500, 503]);
  await sleep(1_050);
  status = 200;
  expect(await call(2)).toEqual([200, 200]);
  await vi.waitFor(() => expect(t.events).toHaveLength(9));
  expect(t.events.map(({ gatehouse }) => gatehouse?.decisions?.[0]?.verdict).slice(5)).toEqual([
    "allow_while_open",
    "block",
    "allow_while_open",
    "allow",
  ]);
});

test.each<[what: string, value: object | null, statuses: number[]]>([
  ["off", { ...STRICT, enabled: false }, [500, 500, 500, 500]],
  ["not set", null, [500, 500, 500, 500]],
  ["before its volume is reached", { ...STRICT, volume_threshold: 4 }, [500, 500, 500, 500]],
  ["at a volume of one", { ...STRICT, volume_threshold: 1 }, [500, 503, 503, 503]],
])("%s", async (_what, value, statuses) => {
  await set(value);
  status = 500;
  expect(await call(4)).toEqual(statuses);
});

test("the share of failed requests, of those that gave no answer too, is what opens it", async () => {
  await set({ ...STRICT, volume_threshold: 1, error_threshold_percentage: 0.6 });
  expect(await call(2)).toEqual([200, 200]);
  status = 0;
  expect(await call(4)).toEqual([502, 502, 502, 503]);
});

test("other settings begin anew, for the next request", async () => {
  await set({ ...STRICT, tripped_duration: 60, volume_threshold: 2 });
  status = 500;
  expect(await call(3)).toEqual([500, 500, 503]);
  await set({ ...STRICT, tripped_duration: 61, volume_threshold: 2 });
  expect(await call(3)).toEqual([500, 500, 503]);
});

// Times are given by what has passed, gone through again.
test.each<[what: string, value: object, gap: number, verdict: string]>([
  ["two that failed in one window open it", { rolling_window: 2, num_buckets: 20 }, 200, "block"],
  ["they don’t where it has left the first behind", { rolling_window: 2, num_buckets: 20 }, 2_100, "none"],
  ["a longer window has both", { rolling_window: 20, num_buckets: 20 }, 2_100, "block"],
  ["a bucket ends at once with all that is in it", { rolling_window: 2, num_buckets: 1 }, 200, "none"],
])("%s", async (_what, value, gap, verdict) => {
  status = 500;
  for (const _ of [1, 2, 3]) await t.call("/v1/past", { headers: { host: EDGE } });
  const sent = () => t.events.filter(({ object }) => JSON.stringify(object).includes('"/v1/past"'));
  await vi.waitFor(() => expect(sent()).toHaveLength(3));
  // Shortly before a bucket of two seconds ends.
  const first = Math.floor(Date.now() / 2_000) * 2_000 - 100;
  const times = [first, first + gap, first + gap + 10];
  const events = sent().map((event, index) => {
    const start_ts = new Date(times[index] ?? 0).toISOString();
    return { ...event, gatehouse: { ...event.gatehouse, start_ts, duration_ms: 1, phases: {} } };
  });
  const request = { ...STRICT, volume_threshold: 2, ...value };
  const draft = { module: { ownerId: t.ids.route, kind: "circuit_breaker", request } };
  const { effects } = await t.edge.preview(draft, events.toReversed(), () => Promise.resolve(null));
  const [last] = effects;
  expect(typeof last === "object" ? last.verdict : last).toBe(verdict);
});
