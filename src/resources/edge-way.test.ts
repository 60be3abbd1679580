import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { backendStatus } from "./backend-rows.ts";
import { backendRef, isBroken, leadOf, leadWords, usedBackends, wayOfEdge, wayWords } from "./edge-way.ts";
import { liveTunnels } from "./live-tunnels.ts";

const AT = "2026-01-02T03:04:05Z";
const HOSTPORTS = ["a.example:443"];
const ref = (id: string) => ({ id, uri: `/backends/${id}` });
const tunnel = (id: string, backends: Tunnel["backends"]): Tunnel => ({ id, started_at: AT, backends });
const module = fc.option(
  fc.record({
    enabled: fc.option(fc.boolean(), { nil: undefined }),
    backend: fc.option(fc.constantFrom("bkdtg_a", "bkdtg_b", "bkdhr_c").map(ref)),
  }),
);
const online: fc.Arbitrary<string[]> = fc.array(fc.constantFrom("bkdtg_a", "bkdtg_b"), { maxLength: 2 });
const lived = (ids: readonly string[]) => ({
  live: liveTunnels(ids.map((id, i) => tunnel(`tn_${i}`, [ref(id)]))),
});

// Cause: an edge whose routes had no backend was shown green, "Listening". Law: a path that serves nothing is shown as broken everywhere.
describe("what an edge leads to", () => {
  it("is served only where a backend is on and an online tunnel serves it, or its kind needs none", () => {
    fc.assert(
      fc.property(module, online, (backend, ids) => {
        const id = backend?.enabled === false ? undefined : backend?.backend?.id;
        const serves = id !== undefined && (id.startsWith("bkdhr_") || ids.includes(id));
        expect(leadOf({ backend }, lived(ids)) === "served").toBe(serves);
        expect(isBroken(leadOf({ backend }, lived(ids)))).toBe(!serves);
      }),
    );
  });

  it("counts the routes of an HTTPS edge that serve nothing, and is green only when none does", () => {
    fc.assert(
      fc.property(fc.array(module), online, (modules, ids) => {
        const live = lived(ids);
        const routes = modules.map((backend, i) => ({ id: `edghtsrt_${i}`, match: `/${i}`, backend }));
        const way = wayOfEdge(
          { id: "edghts_1", created_at: AT, hostports: HOSTPORTS, routes } as unknown as EdgeRow,
          live,
        );
        const broken = routes.filter((route) => isBroken(leadOf(route, live)));
        expect(way.broken).toEqual(broken);
        const { tone } = wayWords(way);
        expect(tone === "ok").toBe(routes.length > 0 && broken.length === 0);
        expect(tone === "warn").toBe(broken.length > 0 && broken.length < routes.length);
        expect(isBroken(way.lead)).toBe(tone !== "ok");
      }),
    );
  });

  // Cause: the same backend without an agent was red on its route and amber in the list of backends. Law: one state, one look.
  it("is as bad as the backend's own status says, where a route sends to it", () => {
    fc.assert(
      fc.property(module, online, (backend, ids) => {
        const live = lived(ids);
        const route = { id: "edghtsrt_1", match: "/", backend };
        const used = usedBackends([{ id: "edghts_1", routes: [route] } as unknown as EdgeRow]);
        for (const id of ["bkdtg_a", "bkdtg_b"]) {
          const sends = backendRef(route)?.id === id;
          const { tone } = backendStatus({
            id,
            kind: "tunnel group",
            live: live.live.get(id) ?? [],
            failing: [],
            used: used.has(id),
          });
          expect(used.has(id)).toBe(sends);
          const unused = live.live.has(id) ? "ok" : "warn";
          expect(tone).toBe(sends ? leadWords(leadOf(route, live)).tone : unused);
        }
      }),
    );
  });

  // Cause: a route that fails over to other backends was green whatever served those. Law: green is what is known to serve.
  it.each([
    ["bkdfo_1", "unknown"],
    ["bkdwd_1", "unknown"],
    ["bkdhr_1", "served"],
    ["bkdsc_1", "served"],
  ])("of %s is %s", (id, lead) => {
    const route = { id: "edghtsrt_1", backend: { enabled: true, backend: ref(id) } };
    expect(leadOf(route, lived([]))).toBe(lead);
    const unreached = new Map([["edghtsrt_1", "unreached 3210" as const]]);
    expect(leadOf(route, { ...lived([]), unreached })).toBe("unreached 3210");
  });

  // Cause: a route was "Sign-in fails" long after its login was replaced or turned off. Law: what is off fails nobody.
  it.each([
    ["3244", { oidc: { enabled: true } }, "unreached 3244"],
    ["3244", { oidc: { enabled: false }, jwt_validation: { enabled: true } }, "served"],
    ["3262", { jwt_validation: { enabled: true } }, "unreached 3262"],
    ["3262", { jwt_validation: null }, "served"],
    ["3210", {}, "unreached 3210"],
  ] as const)("of failures with %s beside %j is %s", (code, modules, lead) => {
    const route = { id: "edghtsrt_1", backend: { enabled: true, backend: ref("bkdsc_1") }, ...modules };
    const unreached = new Map([[route.id, `unreached ${code}` as const]]);
    expect(leadOf(route, { ...lived([]), unreached })).toBe(lead);
  });

  // Cause: "Add a backend" was said where it was only turned off. Law: say what to do, as things are.
  it("tells a backend that is off from one that is missing", () => {
    const lead = leadOf({ backend: { enabled: false, backend: ref("bkdtg_a") } }, {});
    expect(leadWords(lead)).toEqual({
      tone: "bad",
      text: "Backend is off",
      why: "Requests fail. Turn the backend on.",
    });
  });

  it("is unknown, never green, where edge or tunnels can’t be read", () => {
    const backend = { enabled: true, backend: ref("bkdtg_a") };
    expect(wayOfEdge({ id: "edgtls_1" }, lived([])).lead).toBe("unknown");
    expect(wayOfEdge({ id: "edghts_1", created_at: AT }, lived([])).lead).toBe("unknown");
    expect(leadOf({ backend }, {})).toBe("unknown");
    expect(leadOf({ backend: null }, {})).toBe("no backend");
    expect(leadOf({ backend: { enabled: true } }, {})).toBe("no backend");
    expect(wayOfEdge({ id: "edghts_1", created_at: AT, routes: null }, {}).lead).toBe("no route");
  });

  // Cause: an edge without an address said "No routes". Law: a status names the first cause.
  it("names the missing address before all that is behind it, unless the service does not show addresses", () => {
    const way = (hostports?: string[] | null) =>
      wayOfEdge({ id: "edghts_1", created_at: AT, hostports, routes: [] }, {});
    for (const hostports of [null, []]) {
      expect(wayWords(way(hostports))).toMatchObject({ tone: "off", text: "No address" });
      expect(isBroken(way(hostports).lead)).toBe(true);
    }
    for (const hostports of [undefined, HOSTPORTS])
      expect(wayWords(way(hostports))).toMatchObject({ tone: "bad", text: "No routes" });
  });

  it("says how many routes fail where others serve", () => {
    const routes = [null, { backend: ref("bkdtg_a") }, null].map((backend, i) => ({
      id: `edghtsrt_${i}`,
      backend,
    }));
    const way = wayOfEdge(
      { id: "edghts_1", created_at: AT, hostports: HOSTPORTS, routes } as unknown as EdgeRow,
      lived(["bkdtg_a"]),
    );
    expect(wayWords(way)).toMatchObject({ tone: "warn", text: "2 of 3 routes fail" });
  });

  // Cause: the console said Online of an address that the edge answers 503 to everybody. Law: what is closed is shown as closed, by the edge's own rule.
  it("is closed where a module is on that the edge can't apply, on the route or its edge, and opens once it can", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("route", "edge"),
        fc.constantFrom({}, { enabled: true }, { enabled: false }, null),
        fc.boolean(),
        (place, oauth, applies) => {
          const serving = { ...lived(["bkdtg_a"]), unapplied: applies ? [] : ["oauth"] };
          const on = { oauth };
          const route = {
            id: "edghtsrt_1",
            match: "/",
            backend: { backend: ref("bkdtg_a") },
            ...(place === "route" && on),
          };
          const edge = {
            id: "edghts_1",
            created_at: AT,
            hostports: HOSTPORTS,
            routes: [route],
            ...(place === "edge" && on),
          };
          const { lead, broken } = wayOfEdge(edge as unknown as EdgeRow, serving);
          const closed = !applies && oauth !== null && oauth.enabled !== false;
          expect(lead).toBe(closed ? "closed by oauth" : "served");
          expect(broken).toHaveLength(closed ? 1 : 0);
          expect(leadWords(lead).why.includes("can’t apply OAuth here. Turn it off")).toBe(closed);
        },
      ),
    );
  });

  // Cause: "this edge does not apply … yet" named the first of several reasons and no way out. Law: a status names all that has to go, and how.
  it("names all that closes an address, and what opens it", () => {
    const on = { enabled: true };
    const lead = leadOf({ saml: on }, { unapplied: ["oauth", "saml"] }, { oauth: on });
    expect(leadWords(lead).why).toBe(
      "Closed to everyone. Gatehouse can’t apply OAuth and SAML here. Turn them off to let visitors in without them.",
    );
  });
});
