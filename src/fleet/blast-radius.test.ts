import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { addressesOf, blastRadius, blastTitles, exposureName, exposuresOf } from "./blast-radius.ts";

const at = "2026-11-21T14:00:00Z";
const ref = (id: string) => ({ id, uri: `/${id}` });
const ephemeral = (id: string, session: string, url: string): Tunnel => ({
  id,
  started_at: at,
  tunnel_session: ref(session),
  public_url: url,
});
const backend = (id: string, session: string, app: string, backends?: string[]): Tunnel => ({
  id,
  started_at: at,
  tunnel_session: ref(session),
  labels: { app },
  ...(backends ? { backends: backends.map(ref) } : {}),
});
const edge = (id: string, edgeId: string, url: string): Endpoint => ({
  id,
  created_at: at,
  updated_at: at,
  type: "edge",
  public_url: url,
  edge: ref(edgeId),
});
const names = (id: string) => id;

const served = {
  tunnels: [
    ephemeral("tn_1", "a", "https://track.example"),
    ephemeral("tn_2", "a", "tcp://3.example:20417"),
    backend("tn_3", "a", "api", ["bkdtg_1"]),
    backend("tn_4", "b", "api", ["bkdtg_1"]),
  ],
  endpoints: [edge("ep_1", "edghts_1", "https://api.example")],
  edgeBackends: new Map([["edghts_1", ["bkdtg_1"]]]),
};

describe("blastRadius", () => {
  it("parts what goes dark from what another session keeps up", () => {
    const { dark, staysUp } = blastRadius(new Set(["a"]), served);
    // Cause: URLs stood in the order in which tunnels were read. Law: what is listed by name is sorted by it.
    expect(dark.map(({ url }) => url)).toEqual(["tcp://3.example:20417", "https://track.example"]);
    expect(staysUp).toMatchObject([{ url: "https://api.example", edgeId: "edghts_1", others: ["b"] }]);
  });

  it("counts several sessions together: what only they serve goes dark", () => {
    const { dark, staysUp } = blastRadius(new Set(["a", "b"]), served);
    expect(dark).toHaveLength(3);
    expect(staysUp).toEqual([]);
  });

  // Cause: labels that no backend had were "Online", and stopping their agent took "1 backend" offline. Law: what nothing leads to is
  // neither online nor taken down; where the service doesn't tell, it may be.
  it("keeps apart labels that no backend has", () => {
    const idle = [backend("tn_5", "a", "old", []), backend("tn_6", "a", "untold")];
    const { dark, staysUp, unused } = blastRadius(new Set(["a"]), { tunnels: idle, endpoints: [] });
    expect([dark, staysUp, unused].map((some) => some.map(exposureName))).toEqual([
      ["app=untold"],
      [],
      ["app=old"],
    ]);
  });

  // Cause: "1 URL stays up" was said of a URL that a module closes to everybody. Law: what is down already neither goes nor stays.
  it("keeps apart what fails already, whoever serves it", () => {
    for (const asked of [["a"], ["a", "b"]]) {
      const radius = blastRadius(new Set(asked), { ...served, down: new Map([["edghts_1", "Closed"]]) });
      expect(radius.already).toMatchObject([{ url: "https://api.example", status: "Closed" }]);
      expect([radius.dark.length, radius.staysUp]).toEqual([2, []]);
      expect(blastTitles(radius, names).already).toBe("1 URL already fails");
    }
  });

  // Cause: "1 URL stays up through b" was promised before a stop while b's app was known to be down. Law: an app that fails keeps nothing
  // up, and a question says so.
  it("goes offline where the apps of all others fail", () => {
    const unreached = new Map([["tn_4", "unreached ERR_GATEHOUSE_3210 Failures"]] as const);
    const { dark, staysUp } = blastRadius(new Set(["a"]), { ...served, unreached });
    expect([dark.length, staysUp]).toEqual([3, []]);
    expect(dark.flatMap(({ failing }) => failing)).toEqual(["b"]);
    expect(blastRadius(new Set(["b"]), { ...served, unreached }).staysUp).toHaveLength(1);
    const tunnels = [...served.tunnels, backend("tn_9", "b", "api", ["bkdtg_1"])];
    const twice = blastRadius(new Set(["a"]), { ...served, tunnels, unreached });
    expect(twice.staysUp).toMatchObject([{ others: ["b"], failing: [] }]);
  });

  // Cause: with --edge-tcp off a stop counted TCP URLs among those that go offline. Law: what nobody can reach does not go offline.
  it("counts no TCP URL that goes offline where no TCP port is open", () => {
    const radius = blastRadius(new Set(["a"]), { ...served, ports: { none: true, closed: [] } });
    expect(radius.dark.map(({ url }) => url)).toEqual(["https://track.example"]);
    expect(radius.already).toMatchObject([{ url: "tcp://3.example:20417", status: "No port open" }]);
  });

  it("falls back to labels where neither backends nor edges are told", () => {
    const { dark, staysUp } = blastRadius(new Set(["a"]), {
      tunnels: [backend("tn_1", "a", "x"), backend("tn_2", "a", "y"), backend("tn_3", "b", "y")],
      endpoints: served.endpoints,
    });
    expect(dark).toMatchObject([{ url: null, labels: "app=x" }]);
    expect(staysUp).toMatchObject([{ url: null, labels: "app=y", others: ["b"] }]);
  });

  it("shows each URL once and never both dark and up", () => {
    const session = fc.constantFrom("a", "b", "c");
    const tunnel = fc.oneof(
      fc.tuple(fc.uuid(), session, fc.constantFrom("https://1", "https://2")).map((x) => ephemeral(...x)),
      fc.tuple(fc.uuid(), session, fc.constantFrom("p", "q")).map((x) => backend(...x)),
      fc
        .tuple(fc.uuid(), session, fc.constantFrom("p", "q"), fc.subarray(["bkdtg_1", "bkdtg_2"]))
        .map((x) => backend(...x)),
    );
    fc.assert(
      fc.property(fc.array(tunnel), fc.subarray(["a", "b", "c"]), (tunnels, ids) => {
        const asked = new Set(ids);
        const all = { ...served, tunnels };
        const { dark, staysUp, unused } = blastRadius(asked, all);
        const keys = [...dark, ...staysUp, ...unused].map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.toSorted()).toEqual(
          exposuresOf(asked, all)
            .map(({ key }) => key)
            .toSorted(),
        );
        for (const { others } of staysUp) expect(others.some((id) => asked.has(id))).toBe(false);
        const own = tunnels.filter((one) => asked.has(one.tunnel_session?.id ?? ""));
        expect(new Set([...dark, ...staysUp, ...unused].flatMap((one) => one.tunnels))).toEqual(new Set(own));
      }),
    );
  });
});

// Cause: an agent that serves one route of three took the whole address offline, in words. Law: of an edge with several routes
// each goes or stays for itself, and what is counted is what goes.
describe("routes", () => {
  const edgeRoutes = new Map([
    [
      "edghts_1",
      [
        { match: "/", backend: "bkdtg_1" },
        { match: "/reports", backend: "bkdtg_2" },
        { match: "/exports", backend: "bkdtg_2" },
        { match: "/empty", backend: null },
      ],
    ],
  ]);
  const routed = {
    tunnels: [
      backend("tn_1", "a", "reports", ["bkdtg_2"]),
      backend("tn_2", "b", "api", ["bkdtg_1"]),
      ephemeral("tn_3", "a", "https://track.example"),
    ],
    endpoints: [edge("ep_1", "edghts_1", "https://api.example:5321")],
    edgeBackends: new Map([["edghts_1", ["bkdtg_1", "bkdtg_2", "bkdtg_2"]]]),
    edgeRoutes,
  };

  it("goes offline without the other routes of its address", () => {
    const radius = blastRadius(new Set(["a"]), routed);
    expect(radius.dark.map(exposureName)).toEqual([
      "api.example:5321/exports",
      "api.example:5321/reports",
      "track.example",
    ]);
    expect(blastTitles(radius, names).dark).toBe("3 URLs go offline");
    expect(blastRadius(new Set(["b"]), routed).dark.map(exposureName)).toEqual(["api.example:5321/"]);
    expect(addressesOf(radius.dark)).toEqual(["https://api.example:5321", "https://track.example"]);
  });

  // Cause: a route that is closed to everyone was said to stay online. Law: what nobody can reach is not called online.
  it("fails already where nobody gets in by its modules", () => {
    const [all = []] = edgeRoutes.values();
    const closing = all.map((one) => ({ ...one, closed: one.match === "/exports" ? "Closed" : undefined }));
    const radius = blastRadius(new Set(["a"]), { ...routed, edgeRoutes: new Map([["edghts_1", closing]]) });
    expect(radius.dark.map(exposureName)).toEqual(["api.example:5321/reports", "track.example"]);
    expect(radius.already.map(exposureName)).toEqual(["api.example:5321/exports"]);
  });

  it("stays up with another agent, and is the whole address where there is only one", () => {
    const tunnels = [...routed.tunnels, backend("tn_4", "c", "reports", ["bkdtg_2"])];
    const { dark, staysUp } = blastRadius(new Set(["a"]), { ...routed, tunnels });
    expect([dark.length, staysUp.map(({ others }) => others)]).toEqual([1, [["c"], ["c"]]]);
    const only = new Map([["edghts_1", [{ match: "/reports", backend: "bkdtg_2" }]]]);
    const radius = blastRadius(new Set(["a"]), { ...routed, edgeRoutes: only });
    expect(blastTitles(radius, names).dark).toBe("2 URLs go offline");
  });
});

// Cause: one sentence named ten URLs and raw session ids. Law: counts first, agents by name, names in a list of their own.
describe("blastTitles", () => {
  it("says it in numbers, and through whom something stays up", () => {
    const titles = (id: string, until = "") => blastTitles(blastRadius(new Set([id]), served), names, until);
    expect(titles("a", " for a moment")).toEqual({
      dark: "2 URLs go offline for a moment",
      staysUp: "1 URL stays up through b",
      already: null,
    });
    expect(titles("z")).toEqual({ dark: "No URL goes offline", staysUp: null, already: null });
    expect(titles("b")).toEqual({
      dark: "No URL goes offline",
      staysUp: "1 URL stays up through a",
      already: null,
    });
    expect(blastRadius(new Set(["a"]), served).dark.map(exposureName)).toEqual([
      "3.example:20417",
      "track.example",
    ]);
  });
});
