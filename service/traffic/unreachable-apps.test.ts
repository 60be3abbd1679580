// Cause: an app that was down looked healthy everywhere but among the requests. Law: an address is listed once at least 3, and half,
// of its last 8 requests broke off at their app, or one that nothing took, or its login provider or keys; two answers in a row end it,
// or one by the tunnel of which all failed; what a visitor may not do says nothing.
import { beforeEach, expect, test } from "vitest";
import type { Counted } from "#edge/events/make-event.ts";
import { refusalCode, type RefusalName } from "#edge/refusals.ts";
import { askedOf, UnreachableApps } from "./unreachable-apps.ts";

const HOUR_MS = 3_600_000;
const [LOGIN, KEYS] = [refusalCode("providerDown"), refusalCode("keysUnknown")];
let ms: number;
let apps: UnreachableApps;
beforeEach(() => {
  ms = Date.UTC(2026, 10, 21, 5);
  apps = new UnreachableApps(() => ms);
});

const counted = (refusal: RefusalName | null, more: Partial<Counted> = {}): Counted => ({
  endpointId: "ep_1",
  edgeId: undefined,
  routeId: undefined,
  modules: undefined,
  reason: undefined,
  sessionId: "ts_1",
  tunnelId: "tn_1",
  refusal,
  status: refusal ? 502 : 200,
  outcome: refusal ? "refused" : "answered",
  bytesIn: 0,
  bytesOut: 0,
  durationMs: 1,
  upstreamMs: 1,
  tcp: false,
  ...more,
});
/** x = broke off, o = answered. */
const come = (requests: string, more?: Partial<Counted>) => {
  for (const one of requests) apps.add(counted(one === "x" ? "upstreamBroke" : null, more));
};
const said = () => apps.list().map(({ failed, of }) => `${failed} of ${of}`);

test.each([
  ["xx", []],
  ["xxx", ["3 of 3"]],
  ["oooxxx", ["3 of 3"]],
  ["xxxxxxxxxxxx", ["8 of 8"]],
  ["xoxoxo", ["3 of 6"]],
  ["xxo", []],
  ["xxoxo", ["3 of 5"]],
  ["xxxxo", []],
  ["xxxoxxx", ["3 of 3"]],
  ["xxxxxxxxoo", []],
  ["xxxoox", []],
])("%s: %j", (requests, listed) => {
  come(requests);
  expect(said()).toEqual(listed);
});

// Cause: who had started the app again saw it broken until somebody came twice. Law: the first answer by the way that failed ends it,
// and one by another agent doesn't.
test("an answer by another agent leaves it listed", () => {
  come("xxx");
  come("o", { tunnelId: "tn_2" });
  expect(said()).toEqual(["3 of 4"]);
});

// Cause: while a circuit breaker was open, every page blamed the app alone for its 503. Law: that it refuses requests is told from the
// first of them until the app is asked again, and that tells nothing of the app.
test("requests that a circuit breaker refuses are told, and are no failures of the app", () => {
  come("xxx");
  const before = apps.version;
  apps.add(counted("breakerOpen"));
  expect(apps.list()).toMatchObject([{ held: true, failed: 3, of: 3 }]);
  expect(apps.version).toBe(before + 1);
  apps.add(counted("breakerOpen"));
  expect(apps.version).toBe(before + 1);
  come("x");
  expect(apps.list()).toMatchObject([{ held: false, failed: 4, of: 4 }]);
});

// Cause: an app that was started again, and had answered the console's own test request, was unreachable until a visitor came. Law: a
// test that the app answers by the tunnel that failed ends it; one that fails, or passes by another way or a login, says nothing.
test("an answered test request ends it, and a failed one says nothing", () => {
  const test = (more: Partial<Counted>) => apps.add(counted(null, more), "draft");
  for (let time = 0; time < 4; time += 1) test({ refusal: "upstreamRefused", status: 502 });
  expect(said()).toEqual([]);
  come("xxx");
  test({ status: 500 });
  test({ refusal: "upstreamRefused", status: 502 });
  for (let time = 0; time < 2; time += 1) test({ tunnelId: "tn_2" });
  expect(said()).toEqual(["3 of 3"]);
  test({});
  expect(said()).toEqual([]);
  apps.add(counted("providerDown", { tunnelId: undefined }));
  for (let time = 0; time < 2; time += 1) test({});
  expect(said()).toEqual(["1 of 1"]);
});

// Cause: who opened a URL once, where nothing listened, and saw its 502, read "Online" everywhere. Law: that nothing took a connection is
// certain the first time; the first answer ends it.
test("one request that nothing took is told of, until one is answered", () => {
  apps.add(counted("upstreamRefused"));
  expect(said()).toEqual(["1 of 1"]);
  come("o");
  expect(said()).toEqual([]);
});

// Cause: four test requests said "App unreachable", and the page below them "Online". Law: what a test of what is saved has proved counts;
// a draft, and an app that answers badly what no visitor would send, prove nothing.
test.each<[RefusalName | null, Partial<Counted>, number]>([
  ["upstreamRefused", {}, 1],
  ["providerDown", { tunnelId: undefined }, 1],
  ["upstreamBroke", {}, 0],
  [null, { status: 500 }, 0],
])("a test that met %s %j", (refusal, more, listed) => {
  for (let time = 0; time < 4; time += 1) apps.add(counted(refusal, more), "draft");
  expect(apps.list()).toEqual([]);
  for (let time = 0; time < 4; time += 1) apps.add(counted(refusal, more), "saved");
  expect(apps.list()).toHaveLength(listed);
});

// Cause: who set a login whose provider doesn't answer, and tried it once, saw it "Online" everywhere. Law: the first visitor who can't
// sign in is told of, as nobody else can; visitors who come through end it.
test.each<RefusalName>(["providerDown", "keysUnknown"])("one request that met %s is told of", (refusal) => {
  apps.add(counted(refusal, { tunnelId: undefined }));
  expect(said()).toEqual(["1 of 1"]);
  come("o");
  expect(said()).toEqual(["1 of 2"]);
  come("o");
  expect(said()).toEqual([]);
});

// Cause: failures of a login whose provider did not answer were told of the login that had replaced it. Law: who is asked otherwise by
// now is not known to fail; what others on the route do says nothing of it.
test("a login that was changed since is no longer told of, and its failures count anew", () => {
  const failing = (issuer: string) =>
    counted("providerDown", {
      tunnelId: undefined,
      routeId: "r_1",
      modules: { oidc: { issuer } },
      reason: "why",
    });
  apps.add(failing("a"));
  apps.add(failing("a"));
  expect(apps.list()).toMatchObject([{ failed: 2, reason: "why" }]);
  const listed = apps.version;
  apps.add(
    counted("signInRequired", {
      tunnelId: undefined,
      routeId: "r_1",
      modules: { oidc: { issuer: "a" }, backend: {} },
    }),
  );
  expect(said()).toEqual(["2 of 2"]);
  // Cause: a login that went on failing was "Online" once JWT validation was saved beside it, until the next visitor. Law: a failure is over
  // when who failed is asked otherwise or answers, not when others are asked too.
  apps.add(
    counted("signInRequired", {
      tunnelId: undefined,
      routeId: "r_1",
      modules: { oidc: { issuer: "a" }, jwt_validation: {} },
    }),
  );
  expect(said()).toEqual(["2 of 2"]);
  expect(askedOf({ oidc: {} }, LOGIN)).toBe(askedOf({ oidc: {}, jwt_validation: {} }, LOGIN));
  expect(askedOf({ jwt_validation: {} }, KEYS)).toBe(askedOf({ oidc: {}, jwt_validation: {} }, KEYS));
  expect(askedOf({ oidc: {} }, LOGIN)).not.toBe(askedOf({ oidc: { issuer: "b" } }, LOGIN));
  apps.add(failing("b"));
  expect(said()).toEqual(["1 of 1"]);
  apps.add(counted(null, { tunnelId: undefined, routeId: "r_1", modules: { oauth: { provider: {} } } }));
  expect(said()).toEqual([]);
  expect(apps.version).toBeGreaterThan(listed);
});

// Cause: a login that was turned on after the app had died "failed since" the app had, before anybody could sign in. Law: since when something
// fails is told of that fault alone.
test("a fault of another cause begins its own run", () => {
  const at = () =>
    apps.list().map(({ since, failed, error_code: code }) => [Date.parse(since), failed, code]);
  const start = ms;
  come("xxx");
  ms += 60_000;
  apps.add(counted("providerDown", { tunnelId: undefined }));
  expect(at()).toEqual([[start + 60_000, 1, "ERR_GATEHOUSE_3244"]]);
  ms += 60_000;
  apps.add(counted("keysUnknown", { tunnelId: undefined }));
  expect(at()).toEqual([[start + 120_000, 1, "ERR_GATEHOUSE_3262"]]);
  ms += 60_000;
  come("xxx");
  expect(at()).toEqual([[start + 180_000, 3, "ERR_GATEHOUSE_3211"]]);
  // Of the app it is one, however it fails.
  ms += 60_000;
  apps.add(counted("upstreamSlow"));
  expect(at()).toEqual([[start + 180_000, 4, "ERR_GATEHOUSE_3212"]]);
});

test.each<[RefusalName, string[]]>([
  ["upstreamSlow", ["3 of 3"]],
  ["upstreamBroke", ["3 of 3"]],
  ["addressBlocked", []],
  ["endpointOffline", []],
  ["breakerOpen", []],
])("%s: %j", (refusal, listed) => {
  for (let time = 0; time < 3; time += 1) apps.add(counted(refusal));
  expect(said()).toEqual(listed);
});

test("what says nothing of the app ends nothing", () => {
  come("xxx");
  for (const refusal of ["addressBlocked", "breakerOpen"] as const) apps.add(counted(refusal));
  for (const outcome of ["left", "broken"] as const) apps.add(counted(null, { outcome }));
  apps.add(counted(null, { tunnelId: undefined }));
  expect(said()).toEqual(["3 of 3"]);
});

test("a route is told apart, with since when, why, and the tunnel that was tried last", () => {
  come("x", { routeId: "r_1", edgeId: "e_1" });
  ms += 60_000;
  come("oo");
  come("xx", { routeId: "r_1", edgeId: "e_1", tunnelId: "tn_2" });
  expect(apps.list()).toEqual([
    {
      endpoint_id: "ep_1",
      edge_id: "e_1",
      route_id: "r_1",
      tunnel_id: "tn_2",
      error_code: "ERR_GATEHOUSE_3211",
      status: null,
      reason: null,
      held: false,
      failed: 3,
      of: 3,
      since: "2026-11-21T05:00:00Z",
      failed_at: "2026-11-21T05:01:00Z",
    },
  ]);
});

// Cause: "Failing since 1:18 AM. 8 of the last 8 requests failed" of an app that answered at 1:19. Law: where all of the last requests
// failed, it has failed since the first of those in a row.
test.each([
  ["xoxxxxxxx", 0, "7 of 8"],
  ["xoxxxxxxxx", 2, "8 of 8"],
  ["xoxxxxxxxxxxxx", 2, "8 of 8"],
  ["xxxxxxxxxxxx", 0, "8 of 8"],
])("%s fails since request %i: %s", (requests, first, words) => {
  const from = ms;
  for (const one of requests) {
    come(one);
    ms += 60_000;
  }
  expect(said()).toEqual([words]);
  expect(apps.list().map(({ since }) => Date.parse(since))).toEqual([from + first * 60_000]);
});

test("an hour without a failed request, and nothing is said any more", () => {
  come("xxx");
  ms += HOUR_MS;
  expect(said()).toEqual(["3 of 3"]);
  ms += 1;
  expect(said()).toEqual([]);
});

test("the version rises when the list changes, and only then", () => {
  const at = (requests: string) => {
    come(requests);
    return apps.version;
  };
  expect(at("oo")).toBe(0);
  expect(at("xx")).toBe(0);
  const listed = at("x");
  expect(listed).toBeGreaterThan(0);
  const full = at("xxxxx");
  expect(at("xxx")).toBe(full);
  // Cause: when an app failed last was not told, and "Failing since" stayed. Law: what is told is as new as a minute.
  ms += 60_000;
  const later = at("x");
  expect(later).toBeGreaterThan(full);
  expect(at("x")).toBe(later);
  expect(at("oo")).toBeGreaterThan(later);
});

// Cause: an app that answered every request with 500 was "Online" everywhere. Law: what an app says of itself is told, with what it said.
test("an app that answers with 500 or more is told of, and one that answers less is not", () => {
  for (const status of [503, 404, 500, 500]) apps.add(counted(null, { status }));
  expect(apps.list()).toMatchObject([{ failed: 3, of: 4, status: 500, error_code: "" }]);
  for (const status of [200, 404]) apps.add(counted(null, { status }));
  expect(said()).toEqual([]);
});
