// Cause: what was known of an app was known of a tunnel and an endpoint, which an agent has anew once it is restarted: a URL that still
// answered 502 was "Online again". Law: what fails goes on failing at the same way, since the first failure, until it answers there.
import { beforeEach, expect, test } from "vitest";
import type { Counted } from "#edge/events/make-event.ts";
import { Unreachable } from "./unreachable.ts";

let ms: number;
let apps: Unreachable;
beforeEach(() => {
  ms = Date.UTC(2026, 10, 21, 5);
  apps = new Unreachable(() => ms);
});

/** A request after `restarts` of the agent: each gives it another session, tunnel and endpoint. */
const by = (restarts: number, more: Partial<Counted> = {}): Counted => ({
  endpointId: `ep_${restarts}`,
  edgeId: undefined,
  routeId: undefined,
  modules: undefined,
  reason: undefined,
  sessionId: `ts_${restarts}`,
  tunnelId: `tn_${restarts}`,
  way: "the app at the address",
  refusal: null,
  status: 200,
  outcome: "answered",
  bytesIn: 0,
  bytesOut: 0,
  durationMs: 1,
  upstreamMs: 1,
  tcp: false,
  ...more,
});
const DOWN = { refusal: "upstreamBroke", status: 502, outcome: "refused" } as const;
const EDGE = { endpointId: "ep_edge", edgeId: "e_1", routeId: "r_1" };
const come = (requests: string, restarts: number, more: Partial<Counted> = {}) => {
  for (const one of requests) {
    apps.add(by(restarts, { ...(one === "x" ? DOWN : {}), ...more }));
    ms += 60_000;
  }
};
const said = () =>
  apps
    .list()
    .map((one) => [one.endpoint_id, one.tunnel_id, one.failed, one.of, one.since, one.by_tunnel ?? false]);
const SINCE = "2026-11-21T05:00:00Z";

test.each([
  ["an address", {}, "ep_1"],
  ["a route", EDGE, "ep_edge"],
])("%s: the next failure after a restart is one more, since the first", (_what, place, endpoint) => {
  come("xxx", 0, place);
  const before = apps.version;
  come("x", 1, place);
  expect(said()).toEqual([[endpoint, "tn_1", 4, 4, SINCE, false]]);
  expect(apps.version).toBeGreaterThan(before);
});

test.each([
  ["an address", {}],
  ["a route", EDGE],
])("%s: the first answer after a restart ends it", (_what, place) => {
  come("xxx", 0, place);
  come("o", 1, place);
  expect(said()).toEqual([]);
});

test("an answer after a restart that does not end it is one of the tunnel that is there now", () => {
  come("xoxx", 0);
  come("o", 1);
  expect(said()).toEqual([["ep_1", "tn_1", 3, 5, SINCE, false]]);
});

test("a tunnel that others answer in place of fails on after its restart, until it answers", () => {
  const skips = (restarts: number) =>
    come("o", 0, {
      ...EDGE,
      tunnelId: "tn_other",
      way: "another",
      skipped: [{ tunnelId: `tn_${restarts}`, way: "the app at the address", reason: "Nothing listens" }],
    });
  for (const restarts of [0, 0, 0, 1]) skips(restarts);
  expect(said()).toEqual([["ep_edge", "tn_1", 4, 4, SINCE, true]]);
  come("o", 2, EDGE);
  expect(said()).toEqual([]);
});

test("an agent that forwards to something else by now has another way, of which nothing is known", () => {
  come("xxx", 0);
  come("o", 1, { way: "another app at the address" });
  expect(said()).toEqual([["ep_0", "tn_0", 3, 3, SINCE, false]]);
});

test("what a tunnel is known by is listed as a digest: it has the notes of its agent", () => {
  come("xxx", 0);
  expect(apps.list()[0]?.way).toMatch(/^[\w-]{43}$/);
});
