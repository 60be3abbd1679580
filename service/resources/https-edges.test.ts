import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HttpsEdge, HttpsEdgeList } from "#contract/edge.ts";
import { CIRCUIT_BREAKER_DEFAULTS } from "#contract/modules/circuit-breaker.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { Route } from "#contract/route.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

type Made = { id: string; uri: string };
const edge = async (body: object = {}) => (await app.call<Made>("POST /edges/https", { body })).body;
const route = async (edgeId: string, body: object = {}) =>
  (
    await app.call<Made>(`POST /edges/https/${edgeId}/routes`, {
      body: { match_type: "path_prefix", match: "/", ...body },
    })
  ).body;

describe("edges", () => {
  it("are created with an endpoint per hostport that refers to them", async () => {
    const { status, body } = await app.call("POST /edges/https", {
      body: { description: "API", hostports: ["api.example.com:443", "*.example.org:443"] },
    });
    expect(status).toBe(201);
    const made = HttpsEdge.parse(body);
    expect(made).toMatchObject({
      description: "API",
      hostports: ["api.example.com:443", "*.example.org:443"],
      mutual_tls: null,
      tls_termination: null,
      routes: [],
    });
    const { endpoints } = (await app.call<{ endpoints: object[] }>("GET /endpoints")).body;
    expect(endpoints).toHaveLength(2);
    expect(endpoints[1]).toMatchObject({
      type: "edge",
      proto: "https",
      hostport: "api.example.com:443",
      public_url: "https://api.example.com",
      edge: { id: made.id, uri: `http://service.test/api/edges/https/${made.id}` },
    });
  });

  it("have null hostports when none were given", async () => {
    expect(await edge()).toMatchObject({ hostports: null, routes: [] });
  });

  it("own their hostports: a taken one is 409, names the edge, and changes nothing", async () => {
    const first = await edge({ hostports: ["api.example.com:443"] });
    const refused = await app.call("POST /edges/https", {
      body: { hostports: ["free.example.com:443", "api.example.com:443"] },
    });
    expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_7122" } });
    expect(refused.body.msg).toContain(first.id);
    expect(JSON.parse(refused.body.details?.["issues"] ?? "")).toMatchObject([{ path: ["hostports", 1] }]);
    expect(HttpsEdgeList.parse((await app.call("GET /edges/https")).body).https_edges).toHaveLength(1);
    expect((await app.call<{ endpoints: object[] }>("GET /endpoints")).body.endpoints).toHaveLength(1);
  });

  it("show their routes, oldest first, with their modules", async () => {
    const made = await edge();
    const one = await route(made.id, { circuit_breaker: { volume_threshold: 5 } });
    const two = await route(made.id, { match: "/two" });
    const read = HttpsEdge.parse((await app.call(`GET /edges/https/${made.id}`)).body);
    expect(read.routes?.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(read.routes?.[0]?.circuit_breaker).toEqual({ ...CIRCUIT_BREAKER_DEFAULTS, volume_threshold: 5 });
    expect(read.routes?.[1]?.circuit_breaker).toBeNull();
  });

  it("takes every module as null, which is what it reads as", async () => {
    const { id } = await edge();
    const nulls = Object.fromEntries(ROUTE_MODULES.map((kind) => [kind, null]));
    const body = { match_type: "exact_path", match: "/nulls", ...nulls };
    expect(await app.call(`POST /edges/https/${id}/routes`, { body })).toMatchObject({
      status: 201,
      body: nulls,
    });
  });
});

describe("routes", () => {
  it("show every module, null when not set, and have a uri that answers", async () => {
    const made = Route.parse(await route((await edge()).id));
    expect(ROUTE_MODULES.length).toBeGreaterThan(0);
    for (const kind of ROUTE_MODULES) expect(made[kind]).toBeNull();
    const read = await app.call(`GET ${made.uri.replace("http://service.test/api", "")}`);
    expect(read.body).toEqual(made);
  });

  it("keep what a PATCH leaves out, ids repeated in the body and modules of null included", async () => {
    const { id: edge_id } = await edge();
    const made = await route(edge_id, { description: "kept", circuit_breaker: { volume_threshold: 5 } });
    const path = `/edges/https/${edge_id}/routes/${made.id}`;
    const { status, body } = await app.call(`PATCH ${path}`, {
      body: { id: made.id, edge_id, match: "/new", circuit_breaker: null },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, match: "/new" });
    expect((await app.call(`GET ${path}`)).body).toEqual(body);
  });

  it("replace a module whole when a PATCH has it", async () => {
    const { id: edge_id } = await edge();
    const made = await route(edge_id, { circuit_breaker: { volume_threshold: 5 } });
    const { body } = await app.call(`PATCH /edges/https/${edge_id}/routes/${made.id}`, {
      body: { circuit_breaker: { rolling_window: 60 } },
    });
    expect(body).toMatchObject({ circuit_breaker: { ...CIRCUIT_BREAKER_DEFAULTS, rolling_window: 60 } });
  });

  it("have a match that is unique in their edge, not between edges", async () => {
    const [one, two] = [await edge(), await edge()];
    const first = await route(one.id, { match: "/a" });
    const other = await route(one.id, { match: "/b" });
    const body = { match_type: "exact_path", match: "/a" };
    const refused = await app.call(`POST /edges/https/${one.id}/routes`, { body });
    expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_7126" } });
    expect(refused.body.msg).toContain(first.id);
    // Cause: the form named the other route by its ID, and its own field by a word that it doesn't have. Law: people read names.
    const said = "is already used by another route of this edge. Choose another path";
    expect(JSON.stringify(refused.body.details)).toContain(`"${said}\\"`);
    const moved = await app.call(`PATCH /edges/https/${one.id}/routes/${other.id}`, {
      body: { match: "/a", circuit_breaker: {} },
    });
    expect(moved.status).toBe(409);
    expect((await app.call(`GET /edges/https/${one.id}/routes/${other.id}`)).body).toEqual(other);
    expect((await app.call(`POST /edges/https/${two.id}/routes`, { body })).status).toBe(201);
    const same = await app.call(`PATCH /edges/https/${one.id}/routes/${first.id}`, { body: { match: "/a" } });
    expect(same.status).toBe(200);
  });

  it("refuse a bad match or module on its field", async () => {
    const { id } = await edge();
    const { body } = await app.call(`POST /edges/https/${id}/routes`, {
      body: { match_type: "glob", match: "api", circuit_breaker: { num_buckets: 129 } },
    });
    const issues = JSON.parse(body.details?.["issues"] ?? "") as { path: string[]; message: string }[];
    expect(issues.map(({ path }) => path)).toEqual([
      ["match_type"],
      ["match"],
      ["circuit_breaker", "num_buckets"],
    ]);
    expect(issues[0]?.message).toBe("must be one of exact_path, path_prefix");
  });
});

describe("modules", () => {
  const setup = async () => {
    const { id } = await edge();
    const { id: routeId } = await route(id);
    return { id, routeId, path: `/edges/https/${id}/routes/${routeId}/circuit_breaker` };
  };

  it("are put, read and removed; what a PUT leaves out takes its default", async () => {
    const { path } = await setup();
    expect(await app.call(`GET ${path}`)).toMatchObject({
      status: 404,
      body: { error_code: "ERR_GATEHOUSE_9003" },
    });
    const full = {
      ...CIRCUIT_BREAKER_DEFAULTS,
      enabled: false,
      num_buckets: 128,
      error_threshold_percentage: 0.25,
    };
    expect(await app.call(`PUT ${path}`, { body: full })).toMatchObject({ status: 200, body: full });
    expect((await app.call(`GET ${path}`)).body).toEqual(full);
    const partial = await app.call(`PUT ${path}`, { body: { tripped_duration: 3 } });
    expect(partial.body).toEqual({ ...CIRCUIT_BREAKER_DEFAULTS, tripped_duration: 3 });
    expect((await app.call(`DELETE ${path}`)).status).toBe(204);
    expect((await app.call(`GET ${path}`)).status).toBe(404);
    expect((await app.call(`DELETE ${path}`)).status).toBe(204);
  });

  it("may come wrapped, with the path's ids", async () => {
    const { path, id, routeId } = await setup();
    const body = { edge_id: id, id: routeId, module: { volume_threshold: 7 } };
    expect((await app.call(`PUT ${path}`, { body })).body).toMatchObject({ volume_threshold: 7 });
  });

  it("refuse what is out of bounds and keep the stored one", async () => {
    const { path } = await setup();
    const before = (await app.call(`PUT ${path}`, { body: {} })).body;
    for (const body of [
      { num_buckets: 129 },
      { num_buckets: 0 },
      { error_threshold_percentage: 50 },
      { tripped_duration: 1.5 },
    ]) {
      expect(await app.call(`PUT ${path}`, { body })).toMatchObject({
        status: 400,
        body: { error_code: "ERR_GATEHOUSE_215" },
      });
    }
    expect((await app.call(`GET ${path}`)).body).toEqual(before);
  });

  it("are not found on a route of another edge, or of a kind that this service does not know", async () => {
    const { routeId } = await setup();
    const other = await edge();
    for (const method of ["GET", "DELETE", "PUT"]) {
      const sent = method === "PUT" ? { body: {} } : {};
      const path = `/edges/https/${other.id}/routes/${routeId}/circuit_breaker`;
      expect((await app.call(`${method} ${path}`, sent)).body.error_code).toBe("ERR_GATEHOUSE_9002");
    }
    const unknown = await app.call(`GET /edges/https/${other.id}/routes/${routeId}/teleport`);
    expect(unknown.body.error_code).toBe("ERR_GATEHOUSE_9000");
  });
});
