import { QueryClient } from "@tanstack/react-query";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { protocolOf, rowsOfEndpoints } from "./edge-discovery.ts";
import { EDGE_PROTOCOLS } from "./edge-names.ts";
import { edges } from "./edges.ts";

const AT = "2026-01-02T03:04:05Z";
const endpoint = (edge: string | null, hostport: string, kind = "https"): Endpoint => ({
  id: "ep_1",
  type: "edge",
  created_at: AT,
  updated_at: AT,
  hostport,
  edge: edge === null ? null : { id: edge, uri: `/edges/${kind}/${edge}` },
});
const edge = { id: "edghts_a", uri: "/e", created_at: AT, hostports: ["a.example:443"], routes: [] };
const absent = (status: number) => json(status, { status_code: status, msg: "No." });

const server = connectedServer();
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

describe("edges", () => {
  it.each([404, 405])(
    "come from endpoints where the list answers %d, and the page is told",
    async (status) => {
      server.answerWith((asked, response) => {
        const { pathname } = new URL(asked.url ?? "", server.origin);
        const endpoints = [endpoint("edghts_a", "a.example:443"), endpoint("edghts_b", "b.example:443")];
        if (pathname === "/endpoints")
          json(200, { endpoints, uri: "", next_page_uri: null })(asked, response);
        else if (pathname === "/edges/https/edghts_a") json(200, edge)(asked, response);
        else absent(status)(asked, response);
      });
      const cache = client();
      expect(await cache.fetchQuery(edges.https.query)).toEqual([
        edge,
        { id: "edghts_b", hostports: ["b.example:443"] },
      ]);
      expect(cache.getQueryData(["https_edges", "discovered"])).toBe(true);
      expect(cache.getQueryData(["tls_edges", "discovered"])).toBeUndefined();
    },
  );

  it("are not looked for elsewhere when the list fails otherwise", async () => {
    server.answerWith(absent(500));
    await expect(client().fetchQuery(edges.tls.query)).rejects.toMatchObject({ status: 500 });
  });

  it("of endpoints are named once, with every hostport, each under its kind", () => {
    const all = [
      endpoint("edghts_a", "a.example:443"),
      endpoint("edgtls_x", "x.example:443", "tls"),
      endpoint(null, "t.example:443"),
      endpoint("edghts_a", "b.example:443"),
      endpoint("edghts_a", "a.example:443"),
      endpoint("strange", "s.example:20001", "tcp"),
    ];
    expect(rowsOfEndpoints(all, "https")).toEqual([
      { id: "edghts_a", hostports: ["a.example:443", "b.example:443"] },
    ]);
    expect(rowsOfEndpoints(all, "tls")).toEqual([{ id: "edgtls_x", hostports: ["x.example:443"] }]);
    expect(rowsOfEndpoints(all, "tcp")).toEqual([{ id: "strange", hostports: ["s.example:20001"] }]);
  });

  it("are of one kind at most, each in the rows of that kind alone", () => {
    const ids = fc.oneof(
      fc.constantFrom("edghts_1", "edgtls_1", "edgtcp_1", "rd_1", "edghtsrt_1"),
      fc.string(),
    );
    const uris = fc.option(fc.constantFrom("/edges/tls/x", "/api/edges/tcp/x", "/elsewhere"), {
      nil: undefined,
    });
    fc.assert(
      fc.property(ids, uris, (id, uri) => {
        const ref = { id, uri: uri ?? "" };
        const kind = protocolOf(ref);
        for (const protocol of EDGE_PROTOCOLS)
          expect(rowsOfEndpoints([{ edge: ref, hostport: "h:443" }], protocol)).toHaveLength(
            kind === protocol ? 1 : 0,
          );
      }),
    );
  });
});
