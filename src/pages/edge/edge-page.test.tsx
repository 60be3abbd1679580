import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { edges } from "#resources/edges.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./edge-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });
const ref = (id: string) => ({ id, uri: `/${id}` });
const route = (id: string, match: string, modules: object) => ({
  ...ref(id),
  edge_id: "edghts_1",
  created_at: AT,
  match_type: "path_prefix",
  match,
  ...modules,
});
const session = {
  id: "ts_1",
  uri: "/ts_1",
  agent_version: "3.1.0",
  ip: "203.0.113.7",
  metadata: "ams-web-01",
  os: "linux",
  region: "eu",
  started_at: AT,
  transport: "tls",
  credential: ref("cr_1"),
};
const routes = [
  route("edghtsrt_1", "/", {
    compression: { enabled: true },
    backend: { enabled: true, backend: ref("bkdtg_1") },
  }),
  route("edghtsrt_2", "/off", { backend: { enabled: false, backend: ref("bkdtg_1") } }),
  route("edghtsrt_3", "/dead", { backend: { enabled: true, backend: ref("bkdtg_2") } }),
];
const edge = { ...ref("edghts_1"), created_at: AT, hostports: ["app.example:443"], routes };
const ANSWERS: Record<string, object> = {
  "/edges/https/edghts_1": edge,
  "/edges/https": list("https_edges", edge),
  "/edges/tls": list("tls_edges"),
  "/edges/tcp": list("tcp_edges"),
  "/endpoints": list("endpoints"),
  "/backends/tunnel_group": list("backends", { ...ref("bkdtg_1"), created_at: AT, description: "Web" }),
  "/tunnels": list("tunnels", {
    id: "tn_1",
    started_at: AT,
    backends: [ref("bkdtg_1")],
    tunnel_session: ref("ts_1"),
    forwards_to: "http://localhost:3000",
  }),
  "/tunnel_sessions": list("tunnel_sessions", session),
};

const PAGE = { path: href.httpsEdge("edghts_1"), routes: [{ path: paths.httpsEdge as string, Component }] };

async function open(answers = ANSWERS, page = PAGE) {
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  const app = renderInApp(null, page);
  const map = within(await screen.findByRole("region", { name: "Map" }));
  return { ...app, map };
}

// Cause: pages of an edge that listens at another port named an address where nothing listens. Law: where visitors connect is shown
// with its port, and opens.
it("leads visitors to the port where the edge listens", async () => {
  const endpoint = { ...ref("ep_1"), created_at: AT, updated_at: AT, type: "edge", edge: ref("edghts_1") };
  const at = { hostport: "app.example:443", public_url: "https://app.example:5212", proto: "https" };
  const { map } = await open({ ...ANSWERS, "/endpoints": list("endpoints", { ...endpoint, ...at }) });
  const box = await map.findByRole("link", { name: "app.example:5212" });
  expect(box.getAttribute("href")).toBe(href.endpoint("ep_1"));
  const opens = map.getByRole("link", { name: "Open https://app.example:5212 in a new tab" });
  expect(opens.getAttribute("href")).toBe("https://app.example:5212");
});

// Cause: of a TCP edge without an agent only a status and a box of the map said so, with no way on. Law: what serves nothing says so where
// one looks first, its fix a click away.
it("says how to serve an edge that carries its backend itself, and leads to it", async () => {
  await open(
    {
      ...ANSWERS,
      "/edges/tcp/edgtcp_1": {
        ...ref("edgtcp_1"),
        created_at: AT,
        hostports: ["app.example:5432"],
        backend: { enabled: true, backend: ref("bkdtg_2") },
      },
      "/backends/tunnel_group/bkdtg_2": { ...ref("bkdtg_2"), created_at: AT, labels: { app: "db" } },
    },
    { path: href.edge("tcp", "edgtcp_1"), routes: [{ path: paths.tcpEdge, Component }] },
  );
  const note = within(await screen.findByRole("alert"));
  await note.findByText(/app=db/);
  expect(screen.getByRole("alert").textContent).toMatch(/^Connections fail\. Start an agent /);
  expect(note.getByRole("link", { name: "Show backend" }).getAttribute("href")).toBe(
    href.backends("?open=bkdtg_2"),
  );
});

// Cause: an edge's page listed routes and modules, and nothing showed what they lead to. Law: the way of a request is one
// picture, and a path that serves nothing is shown as broken.
describe("the map of an edge", () => {
  it("leads from its address over routes, modules and backend to the agents, each box a link", async () => {
    const { map } = await open();
    await map.findByRole("link", { name: "ams-web-01" });
    const way = within(map.getAllByRole("listitem")[0] as HTMLElement);
    expect(way.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["/", href.route("edghts_1", "edghtsrt_1")],
      ["Compression", href.routeModule("edghts_1", "edghtsrt_1", "compression")],
      ["Web", href.backends("?open=bkdtg_1")],
      ["ams-web-01", href.session("ts_1")],
    ]);
    expect(map.getByRole("link", { name: "app.example" })).toBeDefined();
  });

  it("shows what fails: a backend that is off, and one without an agent online", async () => {
    const { map } = await open();
    const off = await map.findByRole("link", { name: "Backend is off" });
    expect(off.getAttribute("href")).toBe(href.routeModule("edghts_1", "edghtsrt_2", "backend"));
    expect(await map.findByRole("link", { name: "No agent online" })).toBeDefined();
    expect(map.getAllByText("Requests fail")).toHaveLength(2);
    // Cause: the head of the page said nothing of it. Law: a path that serves nothing is shown as broken everywhere.
    expect(screen.getByText("2 of 3 routes fail")).toBeDefined();
  });

  // Cause: an HTTPS edge answered plain HTTP as well, and nothing said so. Law: how an edge can be reached is said beside its addresses.
  it("says that it is open over http too, where the service listens for that", async () => {
    const { client } = await open();
    const listen = (...listens: string[]) =>
      client.setQueryData(appConfigQuery.queryKey, {
        ...DEFAULT_CONFIG,
        baseUrl: getConnection()?.baseUrl ?? "",
        edge: { unapplied: [], listens },
      });
    listen("https");
    await waitFor(() => expect(screen.queryByText(/http:\/\//)).toBeNull());
    listen("http", "https");
    expect(await screen.findByText("Also reachable over http://, without encryption.")).toBeDefined();
    // Cause: the same was said with mutual TLS, which answers http with 421. Law: what is said of an edge is true of it as it is set.
    const secured = (enabled: boolean) =>
      client.setQueryData(edges.https.detail("edghts_1").queryKey, {
        ...edge,
        mutual_tls: { enabled, certificate_authorities: [] },
      });
    secured(true);
    await waitFor(() => expect(screen.queryByText(/http:\/\//)).toBeNull());
    secured(false);
    expect(await screen.findByText("Also reachable over http://, without encryption.")).toBeDefined();
  });

  // Cause: "Closed to everyone" stood above an edge of which one route served. Law: what is said of an edge is true of all of it.
  it("says that it is closed to everyone only where no route serves", async () => {
    const served = route("edghtsrt_4", "/open", { backend: { enabled: true, backend: ref("bkdtg_1") } });
    const [closed] = routes;
    const { client } = await open({
      ...ANSWERS,
      "/edges/https/edghts_1": { ...edge, routes: [closed, served] },
    });
    const baseUrl = getConnection()?.baseUrl ?? "";
    const config = { ...DEFAULT_CONFIG, baseUrl, edge: { unapplied: ["compression"] } };
    client.setQueryData(appConfigQuery.queryKey, config);
    expect(await screen.findByText("1 of 2 routes fails")).toBeDefined();
    expect(screen.queryByText(/^Closed to everyone\./)).toBeNull();
    client.setQueryData(edges.https.detail("edghts_1").queryKey, { ...edge, routes: [closed] } as never);
    expect(await screen.findByText(/^Closed to everyone\./)).toBeDefined();
    // Cause: a route that answered 503 to everybody was "Online". Law: what its settings alone close is shown as closed, with what opens it.
    const jwt_validation = { jws: { keys: { sources: { additional_jkus: ["http://keys.example/"] } } } };
    const forged = { ...served, jwt_validation };
    client.setQueryData(edges.https.detail("edghts_1").queryKey, { ...edge, routes: [forged] });
    expect(await screen.findByText(/^Closed to everyone\. JWT keys are fetched over http/)).toBeDefined();
    expect(screen.getByRole("link", { name: /^JWT validation: closed to everyone/ })).toBeDefined();
    // Cause: the head of an edge that serves had no status. Law: a status is readable at a glance, on every page of its kind.
    client.setQueryData(edges.https.detail("edghts_1").queryKey, { ...edge, routes: [served] });
    const head = screen.getByRole("heading", { level: 1 }).parentElement;
    await waitFor(() => expect(head?.textContent).toContain("Online"));
  });

  // Cause: the map said "No modules" of a route whose guard this console does not know. Law: what is set is shown, known or not.
  it("names the modules that this console does not know", async () => {
    const traffic_policy = { enabled: true, inbound: [] };
    const guarded = [route("edghtsrt_1", "/", { traffic_policy })];
    const { map } = await open({
      ...ANSWERS,
      "/edges/https/edghts_1": { ...edge, waf: { enabled: false }, routes: guarded },
    });
    const chip = await map.findByRole("link", { name: "traffic_policy" });
    expect(chip.getAttribute("href")).toBe(href.route("edghts_1", "edghtsrt_1"));
    expect(map.getByRole("link", { name: "waf off" }).getAttribute("href")).toBe(href.httpsEdge("edghts_1"));
    expect(map.queryByText("No modules")).toBeNull();
  });

  // Cause: only tunnel groups were looked up, and any other backend was an id that needs no agent. Law: what is there is named.
  it("names a backend that can’t be edited here, and says no more of its agents than is known", async () => {
    const sends = [route("edghtsrt_1", "/", { backend: { enabled: true, backend: ref("bkdfo_1") } })];
    const { map } = await open({
      ...ANSWERS,
      "/edges/https/edghts_1": { ...edge, routes: sends },
      "/backends/failover": list("backends", {
        ...ref("bkdfo_1"),
        created_at: AT,
        description: "Primary then DR",
      }),
    });
    const named = await map.findByRole("link", { name: "Primary then DR" });
    expect(named.getAttribute("href")).toBe(href.backends("?open=bkdfo_1"));
    expect(map.getByText("Unknown, sends to other backends")).toBeDefined();
    expect(screen.queryByText("Online")).toBeNull();
  });

  // Cause: an app that was down was green here. Law: what requests can't reach is red where it is, with why, and only there.
  it.each([
    ["ERR_GATEHOUSE_3210", "tn_1", "App unreachable", "ams-web-01", /^App unreachable, /],
    ["ERR_GATEHOUSE_3262", null, "Keys unreachable", "JWT validation: keys unreachable", /^Online, /],
  ])("shows what can't be reached: %s", async (error_code, tunnel_id, text, box, note) => {
    const modules = {
      jwt_validation: { enabled: true },
      backend: { enabled: true, backend: ref("bkdtg_1") },
    };
    const serving = [route("edghtsrt_1", "/", modules)];
    const ids = { endpoint_id: "ep_1", edge_id: "edghts_1", route_id: "edghtsrt_1", tunnel_id };
    const { map } = await open({
      ...ANSWERS,
      "/edges/https/edghts_1": { ...edge, routes: serving },
      "/unreachable_apps": {
        uri: "/",
        unreachable_apps: [{ ...ids, error_code, failed: 8, of: 8, since: AT }],
      },
    });
    const broken = await map.findByRole("link", { name: box });
    expect(broken.parentElement?.innerHTML).toContain("#icon-bad");
    expect(screen.getByText(text)).toBeDefined();
    expect(map.getByText(note)).toBeDefined();
  });

  // Cause: one of two agents whose app was down was green, since the other one answers. Law: a tunnel whose app fails is red, and what
  // answers all the same is not.
  it("shows an app that is down behind one of the agents, where the route answers", async () => {
    const serving = [route("edghtsrt_1", "/", { backend: { enabled: true, backend: ref("bkdtg_1") } })];
    const ids = { endpoint_id: "ep_1", edge_id: "edghts_1", route_id: "edghtsrt_1", tunnel_id: "tn_1" };
    const down = { ...ids, by_tunnel: true, error_code: "ERR_GATEHOUSE_3210", failed: 8, of: 8, since: AT };
    const { map } = await open({
      ...ANSWERS,
      "/edges/https/edghts_1": { ...edge, routes: serving },
      "/unreachable_apps": { uri: "/", unreachable_apps: [down] },
    });
    expect(await map.findByText(/^App unreachable, /)).toBeDefined();
    expect(screen.getByText("Online")).toBeDefined();
  });

  // Cause: the same eight agents were drawn for every route. Law: what many share is said once, and leads to all.
  it("shows many agents of a backend as one box with the first names", async () => {
    const online = ["a", "b", "c", "d", "e"].map((name) => ({
      ...session,
      id: `ts_${name}`,
      metadata: `gw-${name}`,
    }));
    const tunnels = online.map(({ id }) => ({
      id: `tn_${id}`,
      started_at: AT,
      backends: [ref("bkdtg_1")],
      tunnel_session: ref(id),
    }));
    const { map } = await open({
      ...ANSWERS,
      "/tunnels": list("tunnels", ...tunnels),
      "/tunnel_sessions": list("tunnel_sessions", ...online),
    });
    const agents = await map.findByRole("link", { name: "5 agents" });
    expect(agents.getAttribute("href")).toBe(href.backends("?open=bkdtg_1"));
    await map.findByText(/gw-a/);
    expect(agents.parentElement?.textContent).toBe("5 agentsgw-a, gw-b, gw-c and 2 more");
    expect(map.queryByRole("link", { name: "gw-a" })).toBeNull();
  });

  it("of an edge without routes or addresses says so, with the way to add them", async () => {
    const empty = { ...edge, hostports: null, routes: [] };
    const { map } = await open({ ...ANSWERS, "/edges/https/edghts_1": empty });
    expect((await map.findByRole("link", { name: "No routes" })).getAttribute("href")).toBe(
      href.routeNew("edghts_1"),
    );
    expect(map.getByRole("link", { name: "No address" }).getAttribute("href")).toBe(
      href.edgeEdit("https", "edghts_1"),
    );
    // Cause: the head said "No routes". Law: a status names the first cause.
    expect(screen.getAllByText("No address")).toHaveLength(2);
  });

  it("is walked by arrow keys: to the next stage, and among the boxes of one", async () => {
    const { map, user } = await open();
    await map.findByRole("link", { name: "ams-web-01" });
    map.getByRole("link", { name: "app.example" }).focus();
    const seen: (string | null)[] = [];
    for (const key of ["Right", "Right", "Right", "Right", "Left", "Down", "Up", "Left", "Left", "Down"]) {
      await user.keyboard(`{Arrow${key}}`);
      seen.push(document.activeElement?.textContent ?? null);
    }
    expect(seen.join(" > ")).toBe(
      "/ > Compression > Web > ams-web-01 > Web > Backend is off > Web > Compression > / > /off",
    );
  });
});
