// Cause: RelayState is anybody's text. Law: whatever it says, a visitor goes on at an address of the route's own edge.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Endpoint, Route, Snapshot } from "../../account.ts";
import { landing } from "./landing.ts";

const route = (id: string): Route => ({
  id,
  matchType: "path_prefix",
  match: "/app/",
  backend: null,
  modules: {},
});
const endpoint = (name: string, id: string): Endpoint => ({
  id: `ep_${name}`,
  hostport: `${name}:443`,
  proto: "https",
  serves: { edge: { kind: "https", id: `edghts_${id}`, backend: null, modules: {}, routes: [route(id)] } },
});
const hosts = new Map(
  [
    endpoint("*.wild.example", "ours"),
    endpoint("app.example", "ours"),
    endpoint("other.example", "other"),
  ].map((one) => [one.hostport.slice(0, -4), one]),
);
const snapshot = { hosts } as Pick<Snapshot, "hosts"> as Snapshot;
const land = (relayState: string) => landing(snapshot, route("ours"), relayState, 4281);

test.each([
  ["https://app.example:4281/app/x?y=1#z", "https://app.example:4281", "/app/x?y=1"],
  ["http://a.wild.example/", "http://a.wild.example", "/"],
  ["https://other.example/app/", "https://app.example:4281", "/app/"],
  ["https://app.example@evil.example/", "https://app.example:4281", "/app/"],
  ["", "https://app.example:4281", "/app/"],
])("%s", (relayState, origin, returnTo) => {
  expect(land(relayState)).toEqual({ origin, returnTo });
});

test("never leads elsewhere", () => {
  const bits = [
    "http",
    "https",
    ":",
    "//",
    "/",
    "\\",
    "@",
    "app.example",
    "evil.example",
    "#",
    "?",
    ":443",
    "%2f",
    "\t",
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...bits)).map((some) => some.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (relayState) => {
      const found = land(relayState);
      const { hostname, pathname } = new URL(`${found?.origin}${found?.returnTo}`);
      expect(/(^app|\.wild)\.example$/.test(hostname) && pathname.startsWith("/")).toBe(true);
    }),
    { numRuns: 300 },
  );
});
