import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Endpoint, Route, Snapshot } from "../account.ts";
import { routeOf } from "#contract/asked-route.ts";
import { endpointOf, find } from "./find.ts";
import { createChooser } from "./choose.ts";

const tunnel = { id: "tn_1", sessionId: "ts_1", forwardsTo: "http://localhost:1", way: "", peer: null };
const route = (match: string, matchType = "path_prefix", more: Partial<Route> = {}): Route => ({
  id: `${matchType} ${match}`,
  matchType,
  match,
  backend: { id: "bkdtg_1", labels: {}, tunnels: [tunnel] },
  modules: {},
  ...more,
});
const endpoint = (name: string, routes?: Route[]): Endpoint => ({
  id: `ep_${name}`,
  hostport: `${name}:443`,
  proto: "https",
  serves: routes
    ? { edge: { kind: "https", id: "edghts_1", backend: null, modules: {}, routes } }
    : { tunnel },
});
const snapshot = (...endpoints: Endpoint[]): Snapshot => ({
  hosts: new Map(endpoints.map((one) => [one.hostport.slice(0, -4), one])),
  ports: new Map(),
  backends: new Map(),
  ipPolicies: new Map(),
  authorities: new Map(),
  captures: new Map(),
  saml: new Map(),
  secret: new Uint8Array(32),
  headersMax: 32_768,
  oauth: { apps: new Map(), places: new Map() },
});

describe("the endpoint of a host", () => {
  const account = snapshot(endpoint("a.example"), endpoint("*.example"), endpoint("*.b.example"));

  test.each([
    ["a.example", "ep_a.example"],
    ["A.Example.", "ep_a.example"],
    ["c.example", "ep_*.example"],
    ["x.b.example", "ep_*.b.example"],
    ["y.x.b.example", "ep_*.b.example"],
    ["b.example", "ep_*.example"],
    ["example", undefined],
    ["other.test", undefined],
  ])("%s", (host, id) => {
    expect(endpointOf(account, host)?.id).toBe(id);
  });
});

describe("the route of a path", () => {
  const path = fc.stringMatching(/^\/[ab/]{0,4}$/);

  test("is the exact one, else the longest prefix, whatever their order", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom("exact_path", "path_prefix"), path), { selector: String }),
        path,
        (rows, asked) => {
          const found = routeOf(
            rows.map(([type, match]) => route(match, type)),
            asked,
          );
          const exact = rows.some(([type, match]) => type === "exact_path" && match === asked);
          const longest = rows
            .filter(([type, match]) => type === "path_prefix" && asked.startsWith(match))
            .map(([, match]) => match)
            .toSorted((a, b) => b.length - a.length)[0];
          expect(found?.matchType).toBe(exact ? "exact_path" : longest && "path_prefix");
          expect(found?.match).toBe(exact ? asked : longest);
        },
      ),
    );
  });
});

// Cause: a route that is locked was passed by writing its path in another way, as routes were compared with the path as it came. Law: no
// way of writing a path that an app may read as that of another route leads past that route's modules.
describe("a path that is written otherwise", () => {
  const account = snapshot(endpoint("a.example", [route("/"), route("/admin"), route("/caf%C3%A9")]));
  const of = (path: string) => {
    const found = find(account, "a.example", path);
    return "refusal" in found ? found.refusal : found.destination.route?.match;
  };

  test.each([
    ["/%61dmin", "/admin"],
    ["/x/../admin", "/admin"],
    ["/x/%2e%2E/admin/y", "/admin"],
    ["/./admin", "/admin"],
    ["/admin/..", "/"],
    ["/caf%c3%a9", "/caf%C3%A9"],
    ["/café", "/caf%C3%A9"],
    ["//admin", "pathDoubtful"],
    ["/x%2F..%2fadmin", "pathDoubtful"],
    ["/x/..;/admin", "pathDoubtful"],
    ["/x\\..\\admin", "pathDoubtful"],
    ["/a%2Fb", "/"],
    ["/admin/a%2Fb;v=1//c", "/admin"],
    ["/%2561dmin", "/"],
    ["/%ff%zz", "/"],
  ])("%s leads to %s", (path, to) => {
    expect(of(path)).toBe(to);
  });

  test("never leads an app to a locked path by an open route", () => {
    const piece = fc.constantFrom("/", "/", ".", "..", "admin", "%61dmin", "%2f", "%2E", ";x", "\\", "a");
    const path = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join("")}`);
    // As browsers and most servers resolve it, with every slash that one of them may see, and doubled ones as two or as one.
    const resolved = (text: string) => {
      const slashed = decodeURIComponent(text)
        .replaceAll("\\", "/")
        .replaceAll(/;[^/]*/g, "");
      const once = slashed.replaceAll(/\/{2,}/g, "/");
      return [slashed, once].map((one) => new URL(`http://a${one}`).pathname.replace(/^\/+/, "/"));
    };
    fc.assert(
      fc.property(path, (text) => {
        fc.pre(resolved(text).some((one) => one.startsWith("/admin")));
        expect(["/admin", "pathDoubtful"]).toContain(of(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

// Cause: a route written `/y/../z` served `/z`, also where a route `/z` guards it. Law: what a page calls the path of a route is what
// that route answers; a route written as no request is serves none.
describe("a route that is written as no request is", () => {
  const of = (path: string, ...routes: Route[]) => {
    const found = find(snapshot(endpoint("a.example", routes)), "a.example", path);
    return "refusal" in found ? found.refusal : found.destination.route?.match;
  };

  test.each(["path_prefix", "exact_path"])("%s: leaves the path to the route that names it", (type) => {
    const rows = ["/y/../z", "/%7a", "/z", "/./z"].map((match) => route(match, type));
    expect(of("/z", ...rows)).toBe("/z");
    expect(of("/y/../z", ...rows)).toBe("/z");
    expect(of("/z", ...rows.toReversed())).toBe("/z");
  });

  test.each(["/y/../z", "/./z", "/y/%2e%2E/z", "/y/..//z"])("%s serves nothing", (match) => {
    for (const path of ["/z", "/y/../z", "/zz", "//z"])
      expect(["routeUnknown", "pathDoubtful"]).toContain(of(path, route(match)));
    expect(of("/z/deep", route("/z"), route(`${match}/deep`))).not.toBe(`${match}/deep`);
  });
});

test("what can't be served is told apart", () => {
  const offline = { backend: { id: "bkdtg_1", labels: {}, tunnels: [] } };
  const account = snapshot(
    endpoint("a.example", [
      route("/off", "path_prefix", offline),
      route("/none", "path_prefix", { backend: null }),
      route("/ok"),
    ]),
  );
  const of = (path: string, host = "a.example") => {
    const found = find(account, host, path);
    return "refusal" in found ? found.refusal : found.destination.route?.match;
  };
  expect(["/off", "/none", "/ok/x", "/"].map((path) => of(path))).toEqual([
    "endpointOffline",
    "backendMissing",
    "/ok",
    "routeUnknown",
  ]);
  expect(of("/", "b.example")).toBe("hostUnknown");
  const left = { ...endpoint("left.example"), serves: { tunnel: null } };
  expect(find(snapshot(left), "left.example", "/")).toMatchObject({ refusal: "endpointOffline" });
});

test("the least busy tunnel is first, and equals take turns", () => {
  const { order, busy } = createChooser();
  const tunnels = ["a", "b", "c"].map((id) => ({ ...tunnel, id }));
  const next = () => order(tunnels)[0]!.id;
  const ends = ["a", "b", "c"].map((id) => {
    expect(next()).toBe(id);
    return busy(id);
  });
  ends[1]!();
  expect(next()).toBe("b");
  ends[0]!();
  ends[2]!();
  expect(next()).toBe("a");
});

test("a tunnel whose agent is here is before any that another edge holds, however busy", () => {
  const { order, busy } = createChooser();
  const away = { ...tunnel, id: "away", peer: { id: "n2", url: "http://127.0.0.1:1" } };
  busy(tunnel.id);
  expect(order([away, tunnel]).map(({ id }) => id)).toEqual([tunnel.id, "away"]);
});
