import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { addressOf } from "#resources/tunnel-names.ts";
import { Component } from "./endpoint-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });

const endpoint = {
  id: "ep_1",
  type: "edge",
  created_at: AT,
  updated_at: AT,
  proto: "https",
  public_url: "https://app.example:4281",
  hostport: "app.example:443",
  edge: { id: "edghts_1", uri: "/edges/https/edghts_1" },
};
const route = (backend: object | null, index: number) => ({
  id: `edghtsrt_${index + 1}`,
  edge_id: "edghts_1",
  uri: "/r",
  created_at: AT,
  match_type: "path_prefix",
  match: `/${"abc"[index - 1] ?? ""}`,
  backend,
});

/** Opens the page of the endpoint of an edge whose routes have these backends, where these tunnels are online. */
function open(
  backends: readonly (object | null)[],
  tunnels: readonly object[],
  sessions: readonly object[],
  more: Record<string, object> = {},
) {
  const edge = {
    id: "edghts_1",
    uri: "/e",
    created_at: AT,
    hostports: ["app.example:443"],
    routes: backends.map(route),
  };
  const answers: Record<string, object> = {
    "/endpoints/ep_1": endpoint,
    "/endpoints": list("endpoints", endpoint),
    "/backends/tunnel_group/bkdtg_2": {
      id: "bkdtg_2",
      uri: "",
      created_at: AT,
      description: "Reports",
      labels: { app: "reports" },
    },
    "/edges/https/edghts_1": edge,
    "/edges/https": list("https_edges", edge),
    "/edges/tls": list("tls_edges"),
    "/traffic_captures": list("traffic_captures"),
    "/edges/tcp": list("tcp_edges"),
    "/tunnels": list("tunnels", ...tunnels),
    "/tunnel_sessions": list("tunnel_sessions", ...sessions),
    ...Object.fromEntries(sessions.map((one) => [`/tunnel_sessions/${(one as { id: string }).id}`, one])),
    ...more,
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  return renderInApp(null, { path: href.endpoint("ep_1"), routes: [{ path: paths.endpoint, Component }] });
}

// Cause: an endpoint of an edge without a backend was shown green, "Listening". Law: a path that serves nothing is shown as broken everywhere.
it("of an edge without a backend is shown as broken, with why", async () => {
  open([null], [], []);
  expect(await screen.findByText("Requests fail. Add a backend.")).toBeDefined();
  expect(await screen.findByRole("button", { name: "Keep for 10 min" })).toBeDefined();
  expect(screen.getAllByText("No backend")).toHaveLength(2);
  // Cause: "Address app.example:443" stood beside a URL with another port. Law: numbers never contradict each other.
  expect(screen.getByText("app.example:4281")).toBeDefined();
  expect(screen.queryByText("app.example:443")).toBeNull();
  // Cause: which of the routes fails was told nowhere on the page. Law: from a URL to its fix without a dead end.
  expect(screen.getByRole("link", { name: "/" }).getAttribute("href")).toBe(
    href.route("edghts_1", "edghtsrt_1"),
  );
});

// Cause: an app that was down was "Online". Law: what requests can't reach is shown as broken, with since when and what to check.
it.each([
  [
    3,
    5,
    /^Failures since Jan \d, \d.*\. 3 of the last 5 requests to the app failed\. Check the app, and where/,
  ],
  [1, 1, /^The last request to the app failed at Jan \d, \d.*Check the app, and where/],
])("whose app can't be reached says so: %d of %d", async (failed, of, why) => {
  const alone = { ...endpoint, edge: undefined, type: "ephemeral" };
  const app = {
    endpoint_id: "ep_1",
    edge_id: null,
    route_id: null,
    tunnel_id: "tn_1",
    error_code: "ERR_GATEHOUSE_3210",
    failed,
    of,
    since: AT,
  };
  open([], [], [], { "/endpoints/ep_1": alone, "/unreachable_apps": { uri: "/", unreachable_apps: [app] } });
  expect(await screen.findByText("App unreachable")).toBeDefined();
  expect(await screen.findByText(why)).toBeDefined();
});

// Cause: the reason stood at the endpoint, and the hop that fails carried no mark. Law: what is broken is marked where it is broken.
it("whose app can't be reached marks the hop that fails", async () => {
  const tunnel = {
    id: "tn_1",
    started_at: AT,
    proto: "https",
    forwards_to: "http://localhost:5432",
    tunnel_session: { id: "ts_1", uri: "" },
  };
  const alone = { ...endpoint, edge: undefined, type: "ephemeral", tunnel: { id: "tn_1", uri: "" } };
  const app = { endpoint_id: "ep_1", tunnel_id: "tn_1", error_code: "ERR_GATEHOUSE_3210", failed: 3, of: 5 };
  const unreachable_apps = [{ edge_id: null, route_id: null, since: AT, ...app }];
  open([], [tunnel], [], {
    "/endpoints/ep_1": alone,
    "/tunnels/tn_1": tunnel,
    "/unreachable_apps": { uri: "/", unreachable_apps },
  });
  const why = await screen.findByText(/3 of the last 5 requests to the app failed\./);
  const hop = within(why.closest("li") ?? document.body);
  expect(hop.getByText("Forwards to")).toBeDefined();
  expect(hop.getByText("Fails here")).toBeDefined();
});

// Cause: the tunnels of an edge were drawn one after the other, as if a request went through all of them; the page said
// "Listening" where the list says "Online". Law: a page shows the way of a request, and one state by one word.
it("of an edge forks to its tunnels, each with its agent", async () => {
  const backend = { id: "bkdtg_1", uri: "/backends/tunnel_group/bkdtg_1" };
  const ids = ["1", "2", "3"];
  const sessions = ids.map((id) => ({
    id: `ts_${id}`,
    uri: "",
    agent_version: "3.18.2",
    ip: "203.0.113.1",
    metadata: JSON.stringify({ host: `gw-${id}` }),
    os: "linux",
    region: "eu",
    started_at: AT,
    transport: "service/2",
  }));
  const tunnels = ids.map((id) => ({
    id: `tn_${id}`,
    uri: "",
    started_at: AT,
    labels: { app: "gateway", site: id },
    forwards_to: `http://localhost:300${id}`,
    backends: [backend],
    endpoint: { id: "ep_1", uri: "" },
    tunnel_session: { id: `ts_${id}`, uri: "" },
  }));
  // Cause: a refused update stood as a red "Updates off" in place of "Online", as if it were why the URL failed. Law: a
  // page on the way of requests says of an agent how it serves.
  const [session] = sessions;
  if (!session) throw new Error("no session");
  const sent = { id: "a_1", kind: "update", sessionId: session.id, session, sentAt: Date.now() } as const;
  const state = { phase: "refused", error: { msg: "No.", code: UPDATE_REFUSALS.disabled } } as const;
  ledger.update(() => [{ ...sent, knownIds: [], newestStartedAt: AT, urls: [], log: [], state }]);
  open([{ enabled: true, backend }], tunnels, sessions);
  const fork = await screen.findByRole("list", { name: "Tunnels" });
  await within(fork).findByRole("link", { name: "gw-3" });
  const rows = within(fork).getAllByRole("listitem");
  expect(rows.map((row) => within(row).getByText("Online").textContent)).toHaveLength(3);
  expect(rows[1]?.textContent).toContain("http://localhost:3002");
  expect(within(rows[1]!).getByRole("button", { name: "Restart gw-2…" })).toBeTruthy();
  expect(screen.getByText("3 tunnels online")).toBeTruthy();
  expect(screen.queryByText("Forwards to")).toBeNull();
  expect(screen.getAllByText("Online")).toHaveLength(4);
});

// Cause: "/reports ✕ No agent online" stood above "8 tunnels online", which serve the other routes, and the same words above "the
// labels of its backend" on each line. Law: numbers never contradict each other; a fact is said once, and its fix by name.
it("of an edge says once why routes fail, and what its tunnels serve", async () => {
  const ref = (id: string) => ({ id, uri: `/backends/tunnel_group/${id}` });
  const to = (id: string) => ({ enabled: true, backend: ref(id) });
  const tunnel = { id: "tn_1", uri: "", started_at: AT, backends: [ref("bkdtg_1")], endpoint: endpoint.edge };
  const online = { ...tunnel, endpoint: { id: "ep_1", uri: "" } };
  open([to("bkdtg_1"), to("bkdtg_2"), to("bkdtg_2"), null], [online], []);
  const failing = within(await screen.findByRole("list", { name: "Failing routes" }));
  await failing.findByText(/app=reports/);
  expect(failing.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "/a/bNo agent onlineRequests fail. Start an agent for “Reports” with the label app=reports.",
    "/cNo backendRequests fail. Add a backend.",
  ]);
  expect(screen.getByText("1 tunnel online for the other route")).toBeTruthy();
});

// Cause: an agent of the route whose backend is off counted as serving the others. Law: numbers never contradict each other.
it("of an edge counts for its other routes only what serves one of them", async () => {
  const ref = (id: string) => ({ id, uri: `/backends/tunnel_group/${id}` });
  const on = (n: string, backend: string) => ({
    id: `tn_${n}`,
    uri: "",
    started_at: AT,
    backends: [ref(backend)],
    endpoint: { id: "ep_1", uri: "" },
  });
  const routes = [
    { enabled: true, backend: ref("bkdtg_1") },
    { enabled: false, backend: ref("bkdtg_2") },
  ];
  open(routes, [on("1", "bkdtg_1"), on("2", "bkdtg_2"), on("3", "bkdtg_1")], []);
  expect(await screen.findByText("2 tunnels online for the other route")).toBeTruthy();
});

// Cause: after a reload the agent that had served it was an id, "Not shown by the service", without a page. Law: an agent that dies
// keeps its name and last known facts.
it("that ended says which agent was lost, and leads to it, also after a reload", async () => {
  const session = {
    id: "ts_9",
    uri: "",
    agent_version: "3.18.2",
    ip: "203.0.113.1",
    metadata: JSON.stringify({ host: "shop-01" }),
    os: "linux",
    region: "eu",
    started_at: AT,
    transport: "service/2",
  };
  const tunnel = {
    id: "tn_9",
    uri: "",
    started_at: AT,
    public_url: "https://shop.example",
    endpoint: { id: "ep_9", uri: "" },
    tunnel_session: { id: "ts_9", uri: "" },
    forwards_to: "http://localhost:3000",
  };
  const answers: Record<string, object> = {
    "/endpoints/ep_9": {
      ...endpoint,
      id: "ep_9",
      type: "ephemeral",
      public_url: tunnel.public_url,
      edge: null,
      tunnel: { id: "tn_9", uri: "" },
    },
    "/tunnels/tn_9": tunnel,
    "/tunnel_sessions/ts_9": session,
  };
  const ended = {
    "/endpoints": list("endpoints"),
    "/tunnels": list("tunnels"),
    "/tunnel_sessions": list("tunnel_sessions"),
    "/traffic_captures": list("traffic_captures"),
  };
  const render = (known: Record<string, object>) => {
    server.answerWith((request, response) => {
      const answer = known[request.url?.split("?")[0] ?? ""];
      return (answer ? json(200, answer) : json(404, {}))(request, response);
    });
    return renderInApp(null, { path: href.endpoint("ep_9"), routes: [{ path: paths.endpoint, Component }] });
  };
  const before = render({ ...answers, ...ended });
  await screen.findByRole("link", { name: "shop-01" });
  await screen.findByRole("button", { name: "Keep for 10 min" });
  before.unmount();
  departures.set([{ session, seenAt: Date.now() - 2000, leftAt: Date.now() }]);
  const lost = render(ended);
  const agent = await screen.findByRole("link", { name: "shop-01" });
  expect(agent.getAttribute("href")).toBe(href.session("ts_9"));
  expect(screen.getByText(/^Offline since /)).toBeTruthy();
  // Cause: keeping bodies was offered of what is offline, and refused in the words of the API. Law: what can't be done isn't offered.
  await screen.findByRole("region", { name: "Traffic" });
  expect(screen.queryByRole("button", { name: "Keep for 10 min" })).toBeNull();
  lost.unmount();

  // Cause: back at another address, the page was still titled with the old one, over the status and facts of the new one. Law:
  // what a page shows is what it is called.
  const next = { ...session, id: "ts_10", started_at: "2026-01-02T03:05:05Z" };
  const url = "https://shop-2.example";
  departures.set([{ session, seenAt: Date.now() - 2000, leftAt: Date.now(), back: next.id }]);
  const served = { tunnel: { id: "tn_10", uri: "" }, created_at: next.started_at, edge: null };
  const backAt = (publicUrl: string) => ({
    "/endpoints": list("endpoints", {
      ...endpoint,
      ...served,
      id: "ep_10",
      type: "ephemeral",
      public_url: publicUrl,
    }),
    "/tunnels": list("tunnels", {
      ...tunnel,
      id: "tn_10",
      public_url: publicUrl,
      started_at: next.started_at,
      endpoint: { id: "ep_10", uri: "" },
      tunnel_session: { id: "ts_10", uri: "" },
    }),
    "/tunnel_sessions": list("tunnel_sessions", next),
  });
  const moved = render(backAt(url));
  expect(await screen.findByRole("heading", { level: 1, name: url })).toBeTruthy();
  expect(screen.getByText("Online at a new address").parentElement?.textContent).toContain(
    `Its agent serves ${url} in place of https://shop.example. This page shows the new endpoint, `,
  );
  moved.unmount();

  // Cause: back at its address it stayed "Online again" while every request to it failed. Law: a page says of what it shows what every
  // list says.
  const app = {
    endpoint_id: "ep_10",
    tunnel_id: "tn_10",
    error_code: "ERR_GATEHOUSE_3210",
    failed: 3,
    of: 3,
  };
  const unreachable_apps = [{ edge_id: null, route_id: null, since: AT, ...app }];
  render({ ...backAt(tunnel.public_url), "/unreachable_apps": { uri: "/", unreachable_apps } });
  expect(await screen.findByText("App unreachable")).toBeTruthy();
  expect(screen.queryByText(/^Online again/)).toBeNull();
});

it("the address of a wildcard is the one to copy into DNS", () => {
  // Cause: it was read from a URL, which writes * as %2A. Law: an address is shown as it is configured, with its port.
  const wild = { ...endpoint, hostport: "*.track.example:443", public_url: "https://*.track.example:4281" };
  expect(addressOf(wild)).toBe("*.track.example:4281");
});

// Cause: "Show requests" on a URL that came back found none of those before, whose endpoint was another one. Law: a URL keeps its
// requests, whatever its ID.
it("leads to the requests of a tunnel's URL by its host", async () => {
  const { edge: _, ...own } = endpoint;
  open([], [], [], {
    "/endpoints/ep_1": { ...own, type: "ephemeral", tunnel: { id: "tn_1", uri: "" } },
    "/traffic_metrics": {},
  });
  const link = await screen.findByRole("link", { name: "Show requests" });
  expect(link.getAttribute("href")).toBe(href.traffic("?q=https%3A%2F%2Fapp.example"));
});
