// Cause: the first step offered under an agent's own URL was an IP policy, which does not apply to it, and nothing said that the URL is
// open. Law: who can connect is said where an address is shown, and a step says what it needs and leads there.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentOnline } from "./agent-online.tsx";

const server = connectedServer();
const at = "2026-11-21T14:00:00Z";
const SESSION = { id: "ts_1", uri: "", agent_version: "3.18.2", ip: "203.0.113.1", metadata: "" };
const TUNNEL = { id: "tn_1", uri: "", started_at: at, tunnel_session: { id: "ts_1", uri: "" } };
const EDGE = { id: "edghts_1", uri: "", created_at: at, hostports: ["app.example:443"] };
const BACKEND = { id: "bkdtg_1", uri: "" };
const LABELLED = { ...TUNNEL, labels: { app: "shop" }, backends: [BACKEND] };
const ROUTE = {
  id: "edghtsrt_1",
  uri: "",
  created_at: at,
  edge_id: EDGE.id,
  match: "/",
  match_type: "path_prefix",
  backend: { enabled: true, backend: BACKEND },
};

/** The next steps of the first agent with this tunnel, in an account with these edges. */
async function nextSteps(tunnel: object, httpsEdges: readonly object[] = []) {
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const lists = { tunnels: [tunnel], https_edges: httpsEdges, tls_edges: [], tcp_edges: [] };
    const isThere = name === "tunnels" || name === "edges";
    return json(isThere ? 200 : 404, isThere ? { ...lists, uri: "", next_page_uri: null } : {})(
      request,
      response,
    );
  });
  const client = createQueryClient();
  const { baseUrl = "" } = getConnection() ?? {};
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, edge: { unapplied: [] } });
  const online = { ...SESSION, os: "linux", region: "eu", started_at: at, transport: "service/2" };
  renderInApp(<AgentOnline session={online} onDone={() => {}} />, { client });
  const next = within(await screen.findByRole("region", { name: "Next steps" }));
  const steps = () =>
    next.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")] as const);
  await expect.poll(() => next.queryAllByRole("link").length).toBeGreaterThan(0);
  return { next, steps };
}

// Cause: a first agent was online, and nothing led to its first request. Law: what comes next is offered where one waits for it.
const REQUESTS = ["See requests", href.traffic()];
const KEY = ["Create a key", href.keyNew()];

// Cause: "Restrict access" led to an empty list of edges, and what to do there was left open. Law: a step leads to where it is done, and
// what it takes is said in order.
it("of an agent's own URL, says that it is open and how to restrict access", async () => {
  const { next, steps } = await nextSteps({ ...TUNNEL, public_url: "https://brave-tern.eu.example" });
  expect(await screen.findByText("Anyone with this URL can open it.")).toBeTruthy();
  await expect.poll(steps).toEqual([REQUESTS, ["Restrict access with an edge", href.edgeNew("https")], KEY]);
  const order = next.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(order.slice(2, 5)).toEqual([
    "Create the edge with your address",
    "Create a route with a backend and a login or an IP restriction",
    "Restart the agent with the labels of the backend. Its own URL goes offline",
  ]);
});

// Cause: only an HTTPS edge was offered, whatever the agent serves. Law: what is offered fits what it is for.
it("of a TCP address, leads to a TCP edge, which has no logins", async () => {
  const { next, steps } = await nextSteps({ ...TUNNEL, proto: "tcp", public_url: "tcp://eu.example:20001" });
  await expect.poll(steps).toContainEqual(["Restrict access with an edge", href.edgeNew("tcp")]);
  expect(steps()).toContainEqual(["See connections", href.traffic()]);
  expect(next.getByText("Add a backend and an IP restriction")).toBeTruthy();
});

// Cause: an agent that served an edge already was offered to create one. Law: what is next follows from what is there.
it("of an agent that a route sends to, leads to that route while no module restricts it", async () => {
  const { steps } = await nextSteps(LABELLED, [{ ...EDGE, routes: [ROUTE] }]);
  await expect.poll(steps).toEqual([REQUESTS, ["Restrict access", href.route(EDGE.id, ROUTE.id)], KEY]);
});

it.each([
  ["route", { routes: [{ ...ROUTE, oauth: { enabled: true } }] }],
  ["edge", { routes: [ROUTE], mutual_tls: { enabled: true } }],
])("offers no restriction where the %s has one", async (_, has) => {
  const { steps } = await nextSteps(LABELLED, [{ ...EDGE, ...has }]);
  await screen.findByRole("link", { name: "app.example/" });
  await expect.poll(steps).toEqual([REQUESTS, KEY]);
});
