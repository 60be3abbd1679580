import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../store/ids.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

type Made = { id: string; uri: string; [field: string]: unknown };
type Endpoint = {
  id: string;
  hostport: string;
  public_url: string;
  proto: string;
  edge: Made;
  metadata: string;
};

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

async function make(path: string, body: object = {}): Promise<Made> {
  const answer = await app.call<Made>(`POST ${path}`, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const endpoints = async () =>
  (await app.call<{ endpoints: Endpoint[] }>("GET /endpoints")).body.endpoints.toReversed();
const issuesOf = (body: { details?: Record<string, string> | undefined }) =>
  JSON.parse(body.details?.["issues"] ?? "[]") as { path: (string | number)[]; message: string }[];

const KINDS = [
  { kind: "https", port: 443, url: "https://a.example.com", key: "https_edges", prefix: "edghts_" },
  { kind: "tls", port: 443, url: "tls://a.example.com:443", key: "tls_edges", prefix: "edgtls_" },
  { kind: "tcp", port: 20_001, url: "tcp://a.example.com:20001", key: "tcp_edges", prefix: "edgtcp_" },
];

// Cause: copied from the console, the URL of an edge led to 443, where nothing listens. Law: a URL leads where the edge listens.
it("have URLs with the port where the edge listens", async () => {
  const ports = { httpPort: 4280, httpsPort: 4281, tcpPorts: { first: 1, last: 2 } };
  const said = { unapplied: ["oauth"], listens: ["http", "tcp"], managedApps: ["github"] };
  let closedPorts = [20_001];
  const edged = await startTestApp({
    edge: { ...ports, ...said, closedPorts: () => closedPorts, rootPem: null },
  });
  for (const { kind, port } of KINDS)
    await edged.call(`POST /edges/${kind}`, { body: { hostports: [`${kind}.example.com:${port}`] } });
  const { body } = await edged.call<{ endpoints: Endpoint[] }>("GET /endpoints");
  expect(body.endpoints.map((one) => one.public_url).toSorted()).toEqual([
    "https://https.example.com:4281",
    "tcp://tcp.example.com:20001",
    "tls://tls.example.com:4281",
  ]);
  // What the edge closes, and where it does not listen, is said where the console looks.
  const config = async () => (await edged.fetch("/config.json")).json();
  expect(await config()).toMatchObject({
    edge: { ...said, closedPorts: [20_001], tcpPorts: [1, 2], httpPort: 4280, httpsPort: 4281 },
  });
  closedPorts = [];
  expect(await config()).toMatchObject({ edge: { ...said, closedPorts: [] } });
  await edged.close();
});

describe.each(KINDS)("$kind edges", ({ kind, port, url, key, prefix }) => {
  const path = `/edges/${kind}`;
  const hosts = (...names: string[]) => names.map((name) => `${name}.example.com:${port}`);

  it("are created with endpoints, listed newest first, and read at their uri", async () => {
    const first = await make(path, { hostports: hosts("a"), metadata: "m", description: "d" });
    expect(first).toMatchObject({ hostports: hosts("a"), metadata: "m", description: "d" });
    expect(first.id.startsWith(prefix)).toBe(true);
    expect((await app.call(`GET ${first.uri.replace("http://service.test/api", "")}`)).body).toEqual(first);
    expect(await endpoints()).toMatchObject([
      {
        hostport: hosts("a")[0],
        public_url: url,
        proto: kind,
        type: "edge",
        metadata: "m",
        edge: { id: first.id, uri: first.uri },
      },
    ]);
    const second = await make(path);
    expect(second["hostports"]).toBeNull();
    const list = (await app.call<Record<string, unknown>>(`GET ${path}?limit=1`)).body;
    expect(list[key]).toEqual([second]);
    expect(list["next_page_uri"]).toBe(`http://service.test/api${path}?before_id=${second.id}&limit=1`);
    const rest = (await app.call<Record<string, unknown>>(`GET ${path}?before_id=${second.id}`)).body;
    expect(rest).toMatchObject({ [key]: [first], next_page_uri: null });
  });

  it("keep what a PATCH leaves out; endpoints follow the hostports and keep their ids", async () => {
    const { id } = await make(path, { hostports: hosts("a", "b"), description: "kept" });
    const [a] = await endpoints();
    const patched = await app.call<Made>(`PATCH ${path}/${id}`, {
      body: { id, hostports: hosts("c", "a"), metadata: "new" },
    });
    expect(patched.body).toMatchObject({ hostports: hosts("c", "a"), metadata: "new", description: "kept" });
    const after = await endpoints();
    expect(after.map(({ hostport }) => hostport)).toEqual(hosts("a", "c"));
    expect(after[0]).toMatchObject({ id: a?.id, metadata: "new" });
    const same = await app.call(`PATCH ${path}/${id}`, { body: { hostports: null } });
    expect(same.body).toEqual(patched.body);
    expect((await app.call(`PATCH ${path}/${id}`, { body: { hostports: [] } })).body).toMatchObject({
      hostports: [],
    });
    expect(await endpoints()).toEqual([]);
  });

  it("free their hostports when they are deleted; then they are gone", async () => {
    const { id } = await make(path, { hostports: hosts("a") });
    expect((await app.call(`DELETE ${path}/${id}`)).status).toBe(204);
    expect(await endpoints()).toEqual([]);
    for (const method of ["GET", "DELETE"]) {
      expect((await app.call(`${method} ${path}/${id}`)).status).toBe(404);
    }
    expect((await app.call(`PATCH ${path}/${id}`, { body: {} })).status).toBe(404);
    await make(path, { hostports: hosts("a") });
  });

  it("are refused a hostport of the wrong form at its place", async () => {
    const refused = await app.call(`POST ${path}`, { body: { hostports: [...hosts("a"), "b.example.com"] } });
    expect(refused.status).toBe(400);
    expect(issuesOf(refused.body)[0]?.path).toEqual(["hostports", 1]);
  });
});

describe("one edge per hostport", () => {
  it("over all kinds, on create and on update: 409 names who has it, and nothing changes", async () => {
    const hostport = "a.example.com:443";
    const taken = await make("/edges/tls", { hostports: [hostport] });
    const other = await make("/edges/https", { hostports: ["b.example.com:443"] });
    const address = "a.example.com:20001";
    const addressed = await make("/edges/tcp", { hostports: [address] });
    const second = await make("/edges/tcp", { hostports: ["b.example.com:20002"] });
    const wanted = { hostports: ["free.example.com:443", hostport] };
    const wantedAddress = { hostports: ["free.example.com:20003", address] };
    // Cause: TCP goes by port alone, so a second name at it took the first edge's visitors over. Law: a TCP port has one edge.
    const wantedPort = { hostports: ["free.example.com:20003", "free.example.com:20001"] };
    for (const [operation, body, holder] of [
      ["POST /edges/https", wanted, taken],
      ["POST /edges/tls", wanted, taken],
      [`PATCH /edges/https/${other.id}`, { ...wanted, metadata: "new" }, taken],
      ["POST /edges/tcp", wantedAddress, addressed],
      [`PATCH /edges/tcp/${second.id}`, { ...wantedAddress, metadata: "new" }, addressed],
      ["POST /edges/tcp", wantedPort, addressed],
      [`PATCH /edges/tcp/${second.id}`, { ...wantedPort, metadata: "new" }, addressed],
    ] as const) {
      const refused = await app.call(operation, { body });
      expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_7122" } });
      expect(refused.body.msg).toContain(holder.id);
      expect(issuesOf(refused.body)[0]?.path).toEqual(["hostports", 1]);
    }
    expect((await app.call(`GET /edges/https/${other.id}`)).body).toEqual(other);
    expect((await app.call(`GET /edges/tcp/${second.id}`)).body).toEqual(second);
    expect(await endpoints()).toHaveLength(4);
  });

  it("which it may share with itself, and keeps where another one got its port before that was refused", async () => {
    const hostports = ["a.example.com:20001", "b.example.com:20001"];
    const { id } = await make("/edges/tcp", { hostports });
    const other = await make("/edges/tcp", { hostports: ["c.example.com:20002"] });
    await app.db
      .updateTable("endpoints")
      .set({ hostport: "c.example.com:20001" })
      .where("edge_id", "=", other.id)
      .execute();
    const kept = await app.call(`PATCH /edges/tcp/${id}`, { body: { hostports, metadata: "new" } });
    expect(kept).toMatchObject({ status: 200, body: { hostports, metadata: "new" } });
  });
});

describe("where TLS ends", () => {
  const upstream = { terminate_at: "upstream" };

  it("min_version is null upstream and has a default at the edge", async () => {
    const { id } = await make("/edges/tls", { tls_termination: upstream });
    const path = `/edges/tls/${id}/tls_termination`;
    expect((await app.call(`GET ${path}`)).body).toEqual({ enabled: true, ...upstream, min_version: null });
    const refused = await app.call(`PUT ${path}`, { body: { ...upstream, min_version: "1.3" } });
    expect(issuesOf(refused.body)[0]?.path).toEqual(["min_version"]);
    expect((await app.call(`PUT ${path}`, { body: {} })).body).toEqual({
      enabled: true,
      terminate_at: "edge",
      min_version: "1.2",
    });
  });

  it("upstream, modules that need the traffic are refused, in bodies and sub-resources, both ways", async () => {
    const policies = { inbound: { actions: [{ type: "deny" }] } };
    const code = { status: 400, body: { error_code: "ERR_GATEHOUSE_7062" } };
    const both = await app.call("POST /edges/tls", { body: { tls_termination: upstream, policies } });
    expect(both).toMatchObject(code);
    expect(issuesOf(both.body)[0]?.path).toEqual(["policies", "enabled"]);
    const passing = `/edges/tls/${(await make("/edges/tls", { tls_termination: upstream })).id}`;
    expect(await app.call(`PUT ${passing}/policy`, { body: policies })).toMatchObject(code);
    expect((await app.call(`PUT ${passing}/policy`, { body: { ...policies, enabled: false } })).status).toBe(
      200,
    );
    const reading = `/edges/tls/${(await make("/edges/tls", { policies })).id}`;
    const put = await app.call(`PUT ${reading}/tls_termination`, { body: upstream });
    expect(put).toMatchObject(code);
    expect(issuesOf(put.body)[0]?.path).toEqual(["terminate_at"]);
    expect((await app.call(`GET ${reading}/tls_termination`)).status).toBe(404);
  });

  it("is always at the edge of an HTTPS edge, whose request may not say so", async () => {
    const { id } = await make("/edges/https", { tls_termination: { min_version: "1.3" } });
    const path = `/edges/https/${id}/tls_termination`;
    expect((await app.call(`GET ${path}`)).body).toMatchObject({ terminate_at: "edge", min_version: "1.3" });
    const refused = await app.call(`PUT ${path}`, { body: { terminate_at: "edge" } });
    expect(issuesOf(refused.body)[0]?.path).toEqual(["terminate_at"]);
  });
});

describe("routes", () => {
  it("are deleted with their modules, and with their edge", async () => {
    const { id: backend_id } = await make("/backends/tunnel_group", { labels: { app: "a" } });
    const edge = await make("/edges/https");
    const routes = `/edges/https/${edge.id}/routes`;
    const body = { match_type: "path_prefix", backend: { backend_id } };
    const one = await make(routes, { ...body, match: "/1" });
    await make(routes, { ...body, match: "/2" });
    const other = await make("/edges/https");
    expect((await app.call(`DELETE /edges/https/${other.id}/routes/${one.id}`)).status).toBe(404);
    expect((await app.call(`DELETE ${routes}/${one.id}`)).status).toBe(204);
    expect((await app.call(`GET ${routes}/${one.id}`)).status).toBe(404);
    expect((await app.call(`DELETE ${routes}/${one.id}`)).status).toBe(404);
    expect((await app.call(`DELETE /edges/https/${edge.id}`)).status).toBe(204);
    for (const table of ["routes", "modules", "module_refs"] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});

describe("tunnel group backends", () => {
  const path = "/backends/tunnel_group";

  it("can't be deleted while modules use them: 409 names every one until the last is gone", async () => {
    const { id } = await make(path, { labels: { app: "shop" } });
    const edge = await make("/edges/https");
    const route = await make(`/edges/https/${edge.id}/routes`, {
      match_type: "path_prefix",
      match: "/",
      backend: { backend_id: id },
    });
    const tcp = await make("/edges/tcp", { backend: { backend_id: id } });
    const refused = await app.call(`DELETE ${path}/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_9011" } });
    for (const name of [route.id, edge.id, tcp.id]) expect(refused.body.msg).toContain(name);
    await app.call(`DELETE /edges/tcp/${tcp.id}`);
    const { id: second } = await make(path, { labels: { app: "new" } });
    await app.call(`PUT /edges/https/${edge.id}/routes/${route.id}/backend`, {
      body: { backend_id: second },
    });
    expect((await app.call(`DELETE ${path}/${id}`)).status).toBe(204);
    expect((await app.call(`GET ${path}/${id}`)).status).toBe(404);
    expect((await app.call(`DELETE ${path}/${second}`)).status).toBe(409);
  });

  it("show the tunnels that match now, which show them", async () => {
    const { id } = await make(path, { labels: { app: "shop" }, description: "kept" });
    const none = await make(path, { labels: { app: "other" } });
    expect(none["tunnels"]).toEqual([]);
    const tn = newId("tunnel");
    await goOnline(tn, { app: "shop", zone: "a" });
    const uri = `http://service.test/api/tunnels/${tn}`;
    expect((await app.call(`GET ${path}/${id}`)).body).toMatchObject({ tunnels: [{ id: tn, uri }] });
    const { body: tunnel } = await app.call<Made>(`GET /tunnels/${tn}`);
    expect(tunnel["backends"]).toEqual([{ id, uri: `http://service.test/api${path}/${id}` }]);
    const list = (await app.call<{ tunnels: Made[] }>("GET /tunnels")).body.tunnels;
    expect(list).toEqual([tunnel]);
    const changed = await app.call(`PATCH ${path}/${id}`, { body: { labels: { zone: "b" } } });
    expect(changed.body).toMatchObject({ labels: { zone: "b" }, tunnels: [], description: "kept" });
    const backends = (await app.call<{ backends: Made[] }>(`GET ${path}`)).body.backends;
    expect(backends.map((one) => one.id)).toEqual([none.id, id]);
  });

  it("need a label", async () => {
    for (const body of [{}, { labels: {} }, { labels: { "": "x" } }]) {
      const refused = await app.call(`POST ${path}`, { body });
      expect(refused.status).toBe(400);
      expect(issuesOf(refused.body)[0]?.path[0]).toBe("labels");
    }
  });

  async function goOnline(id: string, labels: object): Promise<void> {
    const texts = { metadata: "", region: "eu", started_at: "2026-11-21T00:00:00Z" };
    const { body: credential } = await app.call<Made>("POST /credentials", { body: {} });
    const session = newId("session");
    await app.db
      .insertInto("sessions")
      .values({
        id: session,
        credential_id: credential.id,
        agent_version: "1.0.0",
        ip: "::1",
        os: "linux",
        transport: "service/2",
        capabilities: "{}",
        node_id: "1",
        ...texts,
      })
      .execute();
    await app.db
      .insertInto("tunnels")
      .values({
        id,
        session_id: session,
        proto: "https",
        public_url: null,
        forwards_to: "http://localhost:80",
        labels: JSON.stringify(labels),
        endpoint_id: null,
        ...texts,
      })
      .execute();
  }
});
