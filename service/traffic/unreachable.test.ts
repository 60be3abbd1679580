// Cause: the edge goes on to the next agent where an app refuses, so one of two apps that was down was told nowhere, and one that had
// answered 500 was "Online" again once it was down. Law: a tunnel whose app fails is listed by itself while others are asked in its place.
import { beforeEach, expect, test } from "vitest";
import type { Counted } from "#edge/events/make-event.ts";
import { Unreachable } from "./unreachable.ts";

let apps: Unreachable;
beforeEach(() => {
  apps = new Unreachable();
});

const by = (tunnelId: string, more: Partial<Counted> = {}): Counted => ({
  endpointId: "ep_1",
  edgeId: undefined,
  routeId: undefined,
  modules: undefined,
  reason: undefined,
  sessionId: "ts_1",
  tunnelId,
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
const skipped = [{ tunnelId: "tn_2", reason: "Nothing listens" }];
const failed = { status: 502, outcome: "refused", refusal: "upstreamRefused" } as const;
/** s = answered by tn_1 after tn_2 was not reached, 1 and 2 = answered by it, f = tn_2 answered 500, b = neither is reached. */
const REQUESTS: Record<string, Counted> = {
  s: by("tn_1", { skipped }),
  1: by("tn_1"),
  2: by("tn_2"),
  f: by("tn_2", { status: 500 }),
  b: by("tn_1", { ...failed, skipped }),
};
const come = (requests: string) => {
  for (const one of requests) apps.add(REQUESTS[one]!);
};
const said = () =>
  apps.list().map((one) => `${one.by_tunnel ? "" : "ep_1 "}${one.tunnel_id} ${one.failed} of ${one.of}`);

test.each([
  ["s", ["tn_2 1 of 1"]],
  ["ff", []],
  ["s1s1s", ["tn_2 3 of 3"]],
  ["sss2", []],
  // One of three agents: fewer than half of the requests to the address fail.
  ["f11f11f11", ["tn_2 3 of 3"]],
  // Of the address it is said while half of its requests fail, and of the tunnel then.
  ["f1f1f", ["ep_1 tn_2 3 of 5"]],
  ["f1f1fs1s1", ["tn_2 5 of 5"]],
  // Where all fail, the address names the one that was tried last.
  ["bbb", ["ep_1 tn_1 3 of 3", "tn_2 3 of 3"]],
  // The only agent of an address.
  ["fff", ["ep_1 tn_2 3 of 3"]],
])("%s: %j", (requests, listed) => {
  come(requests);
  expect(said()).toEqual(listed);
});

test("says why, and raises the version when the list changes", () => {
  come("ss");
  const before = apps.version;
  come("s");
  expect(apps.list()).toMatchObject([
    { tunnel_id: "tn_2", error_code: "ERR_GATEHOUSE_3210", reason: "Nothing listens", by_tunnel: true },
  ]);
  expect(apps.version).toBeGreaterThan(before);
  const listed = apps.version;
  come("11");
  expect(apps.version).toBe(listed);
  come("2");
  expect(apps.version).toBeGreaterThan(listed);
});

test("failed tests of drafts say nothing, and those of what is saved what one failure says", () => {
  for (const one of "ssss") apps.add(REQUESTS[one]!, "draft");
  for (const one of "ffff") apps.add(REQUESTS[one]!, "saved");
  expect(said()).toEqual([]);
  apps.add(REQUESTS["s"]!, "saved");
  expect(said()).toEqual(["tn_2 1 of 1"]);
});
