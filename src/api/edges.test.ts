import { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { forgetConnection, setConnection } from "./connection.ts";
import { edgesQuery, routeQuery, rowsOfEndpoints } from "./edges.ts";

const AT = "2026-01-02T03:04:05Z";
const endpoint = (edge: string | null, hostport: string): Endpoint => ({
  id: "ep_1",
  type: "edge",
  created_at: AT,
  updated_at: AT,
  hostport,
  edge: edge === null ? null : { id: edge, uri: `/edges/https/${edge}` },
});
const edge = { id: "edghts_a", uri: "/e", created_at: AT, hostports: ["a.example:443"], routes: [] };
const absent = (status: number) => json(status, { status_code: status, msg: "No." });

let server: Awaited<ReturnType<typeof startFaultServer>>;
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeAll(async () => {
  server = await startFaultServer(json(200, {}));
});
afterAll(() => server.close());
beforeEach(() => {
  setConnection({ baseUrl: server.origin, key: "k", versionHeader: "Service-Version" }, { remember: false });
});
afterEach(forgetConnection);

describe("edges", () => {
  it.each([404, 405])("come from endpoints where the list answers %d", async (status) => {
    server.answerWith((asked, response) => {
      const { pathname } = new URL(asked.url ?? "", server.origin);
      const endpoints = [endpoint("edghts_a", "a.example:443"), endpoint("edghts_b", "b.example:443")];
      if (pathname === "/endpoints") json(200, { endpoints, uri: "", next_page_uri: null })(asked, response);
      else if (pathname === "/edges/https/edghts_a") json(200, edge)(asked, response);
      else absent(status)(asked, response);
    });
    expect(await client().fetchQuery(edgesQuery)).toEqual({
      source: "endpoints",
      edges: [edge, { id: "edghts_b", hostports: ["b.example:443"] }],
    });
  });

  it("are not looked for elsewhere when the list fails otherwise", async () => {
    server.answerWith(absent(500));
    await expect(client().fetchQuery(edgesQuery)).rejects.toMatchObject({ status: 500 });
  });

  it("of endpoints are named once, with every hostport, HTTPS edges alone", () => {
    const rows = rowsOfEndpoints([
      endpoint("edghts_a", "a.example:443"),
      endpoint("edgtls_x", "x.example:443"),
      endpoint(null, "t.example:443"),
      endpoint("edghts_a", "b.example:443"),
      endpoint("edghts_a", "a.example:443"),
    ]);
    expect(rows).toEqual([{ id: "edghts_a", hostports: ["a.example:443", "b.example:443"] }]);
  });
});

describe("a route", () => {
  it("is found in its edge where single routes can’t be read, else its own refusal counts", async () => {
    const modules = Object.fromEntries(["backend", "oauth"].map((kind) => [kind, null]));
    const route = {
      edge_id: "edghts_a",
      id: "edghtsrt_1",
      uri: "/r",
      created_at: AT,
      match_type: "exact_path",
      match: "/",
      ...modules,
    };
    server.answerWith((asked, response) => {
      const whole = asked.url === "/edges/https/edghts_a";
      (whole ? json(200, { ...edge, routes: [route] }) : absent(405))(asked, response);
    });
    expect(await client().fetchQuery(routeQuery("edghts_a", "edghtsrt_1"))).toEqual(route);
    await expect(client().fetchQuery(routeQuery("edghts_a", "edghtsrt_2"))).rejects.toMatchObject({
      status: 405,
    });
  });
});
