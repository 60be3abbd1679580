import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "#contract/issues.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { contractOf, type RouteModule } from "#contract/modules/contracts.ts";
import { assumeSecrets } from "#contract/modules/secrets.ts";
import { RouteCreate } from "#contract/route-request.ts";
import type { Route } from "#contract/route.ts";
import { sameJson } from "#forms/json.ts";
import { MODULE_REQUESTS } from "#testing/module-arbitraries.ts";
import { remadeEdge, remadeRoute } from "./remake.ts";
import { nextRoute } from "#resources/edge-names.ts";

type Fields = { [field: string]: unknown };

const AT = "2026-01-02T03:04:05Z";
const UNSET = Object.fromEntries(ROUTE_MODULES.map((kind) => [kind, null]));

const routeWith = (kind: RouteModule, request: Fields): Route => ({
  edge_id: "edghts_1",
  id: "edghtsrt_1",
  uri: "/r",
  created_at: AT,
  match_type: "path_prefix",
  match: "/a",
  description: "",
  metadata: "m",
  ...UNSET,
  [kind]: contractOf("route", kind).toAnswer(request),
});

describe("a route that is made again", () => {
  it.each(ROUTE_MODULES)("asks for the %s it had, and tells of the secret that nobody returned", (kind) => {
    fc.assert(
      fc.property(MODULE_REQUESTS[kind], (request) => {
        const { body, missing } = remadeRoute(routeWith(kind, request));
        const { [kind]: remade, ...texts } = body as Record<string, unknown>;
        expect(texts).toEqual({ match_type: "path_prefix", match: "/a", metadata: "m" });
        const answer = contractOf("route", kind).toAnswer(assumeSecrets(kind, remade as Fields));
        expect(answer).toEqual(contractOf("route", kind).toAnswer(request as never));
        const complete = assumeSecrets(kind, remade as Fields);
        expect(parse(RouteCreate, { ...body, [kind]: complete }).issues ?? []).toEqual([]);
        expect(missing).toEqual(sameJson(complete, remade) ? [] : [kind]);
      }),
      { numRuns: 30 },
    );
  });

  it("needs no secret typed again where the service returned it", () => {
    const route = routeWith("oidc", {});
    const oidc = {
      enabled: true,
      issuer: "https://i.example",
      client_id: "c",
      client_secret: "s",
      scopes: [],
    };
    expect(remadeRoute({ ...route, oidc }).missing).toEqual([]);
    expect(remadeRoute({ ...route, oidc: { ...oidc, client_secret: undefined } }).missing).toEqual(["oidc"]);
  });
});

// Cause: fields this console does not know were left out when a deleted route came back, so it let in what they blocked.
// Law: what another service of the family put into a route is carried by undo.
it("what is unknown of a route or an edge is sent as it was read, what is null or known is not", () => {
  const name = fc.stringMatching(/^x_[a-z]{1,8}$/);
  const values = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  fc.assert(
    fc.property(values, (more) => {
      const held = Object.entries(more).filter(([, value]) => value !== null);
      const route = remadeRoute({ ...routeWith("compression", {}), ...more });
      expect(route.unknown).toEqual(held.map(([key]) => key));
      expect(route.body).toMatchObject(Object.fromEntries(held));
      const edge = remadeEdge("tcp", { id: "edgtcp_1", created_at: AT, hostports: [], ...more });
      expect(edge.unknown).toEqual(route.unknown);
    }),
  );
});

describe("an edge that is made again", () => {
  const edge = {
    id: "edgtls_1",
    created_at: AT,
    hostports: ["a.example:443"],
    description: "d",
    metadata: "",
  };

  it("has its hostports, texts and modules, and nothing that the service made", () => {
    const tls_termination = { enabled: true, terminate_at: "upstream", min_version: null };
    const made = remadeEdge("tls", { ...edge, uri: "/e", tls_termination, mutual_tls: null, routes: [] });
    expect(made).toEqual({
      body: {
        hostports: ["a.example:443"],
        description: "d",
        tls_termination: { enabled: true, terminate_at: "upstream", min_version: null },
      },
      missing: [],
      unknown: [],
    });
  });

  it("of an HTTPS edge leaves out where TLS ends, which may not be sent", () => {
    const tls_termination = { enabled: true, terminate_at: "edge", min_version: "1.3" };
    expect(remadeEdge("https", { ...edge, hostports: null, tls_termination }).body).toEqual({
      description: "d",
      tls_termination: { enabled: true, min_version: "1.3" },
    });
  });
});

describe("the route that requests fall to", () => {
  const path = fc
    .array(fc.constantFrom("/", "a", "b"), { maxLength: 4 })
    .map((parts) => `/${parts.join("")}`);
  const route = fc.record({
    id: fc.uuid(),
    match_type: fc.constantFrom("path_prefix", "exact_path"),
    match: path,
  });

  it("is the one with the longest prefix of the gone route’s match, never the gone one", () => {
    fc.assert(
      fc.property(route, fc.array(route, { maxLength: 6 }), (gone, others) => {
        const next = nextRoute(gone, [...others, gone]);
        const fits = others.filter(
          (one) => one.match_type === "path_prefix" && gone.match.startsWith(one.match),
        );
        expect(next === undefined).toBe(fits.length === 0);
        if (!next) return;
        expect(fits).toContain(next);
        for (const one of fits) expect(one.match.length).toBeLessThanOrEqual(next.match.length);
      }),
    );
  });
});
