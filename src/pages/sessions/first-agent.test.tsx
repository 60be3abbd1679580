// Cause: the page of the first agent was gone as soon as the agent was, so its URL was never shown (picture 19).
// Law: it stays until the URL is there, then offers what to do next.
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { reloadIsAsked } from "#testing/reload-asked.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./sessions-page.tsx";

const server = connectedServer();
const at = "2026-11-21T14:00:00Z";
const session = (id: string, authtoken = "cr_old") => ({
  id,
  uri: `/tunnel_sessions/${id}`,
  agent_version: "3.18.2",
  credential: { id: authtoken, uri: "" },
  ip: "203.0.113.1",
  metadata: '{"host":"my-laptop"}',
  os: "linux",
  region: "eu",
  started_at: at,
  transport: "service/2",
});
const ROOT = {
  ca_pem: "-----BEGIN CERTIFICATE-----",
  subject_common_name: "Root",
  not_after: at,
  fingerprint: "AA:BB",
};
const URL = "https://brave-tern.eu.example";
const tunnel = {
  id: "tn_1",
  uri: "/tunnels/tn_1",
  started_at: at,
  public_url: URL,
  tunnel_session: { id: "ts_1", uri: "" },
};
/** Said of a new authtoken where no command contains it. */
const ONLY_NOW = "Copy it now. It can’t be shown again.";

/** The account as it is now. */
function account(
  sessions: readonly object[],
  tunnels: readonly object[],
  authtoken = 200,
  httpsEdges: readonly object[] = [],
  unreached: readonly object[] = [],
) {
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    if (request.method === "POST") {
      json(201, { id: "cr_new", uri: "/credentials/cr_new", created_at: at, token: "gha_new" })(
        request,
        response,
      );
      return;
    }
    if (name === "edge_root") {
      json(200, ROOT)(request, response);
      return;
    }
    if (request.method === "GET" && request.url?.endsWith("/cr_new")) {
      json(authtoken, { id: "cr_new", uri: "/credentials/cr_new", created_at: at })(request, response);
      return;
    }
    if (request.url?.startsWith("/edges/")) {
      const lists = { https_edges: httpsEdges, tls_edges: [], tcp_edges: [] };
      json(200, { ...lists, uri: "", next_page_uri: null })(request, response);
      return;
    }
    const items = { tunnel_sessions: sessions, tunnels, unreachable_apps: unreached }[name] ?? [];
    if (request.method === "DELETE") response.writeHead(204).end();
    else json(200, { [name]: items, uri: `/${name}`, next_page_uri: null })(request, response);
  });
}

it("waits for the URL of the first agent, then offers the next steps", async () => {
  account([], []);
  const { user, client } = renderInApp(<Component />);
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account([session("ts_1")], []);
  await screen.findByText("Waiting for its URL…");
  expect(screen.queryByRole("table")).toBeNull();
  // Cause: the page said "No agent is online yet" above the agent that was. Law: what is done makes way for what came of it.
  expect(screen.getByRole("heading", { name: "Your first agent is online" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create authtoken" })).toBeNull();
  account([session("ts_1")], [tunnel]);
  expect((await screen.findByRole("link", { name: new RegExp(URL) })).getAttribute("href")).toBe(URL);
  // Cause: the first URL that a new operator opens met the browser's warning, of which nothing was said. Law: what is needed to use
  // a thing is said beside it.
  expect(screen.queryByRole("button", { name: "Trust certificate…" })).toBeNull();
  const baseUrl = getConnection()?.baseUrl ?? "";
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, edge: { unapplied: [] } });
  await user.click(await screen.findByRole("button", { name: "Trust certificate…" }));
  // Cause: curl was offered without the URL. Law: a command that is copied runs as it is.
  await user.click(await screen.findByRole("radio", { name: "curl" }));
  expect(screen.getByText(`curl --cacert gatehouse-root.crt ${URL}`)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Done" }));
  const next = await screen.findByRole("region", { name: "Next steps" });
  await waitFor(() => expect(within(next).getAllByRole("link")).toHaveLength(3));
  await user.click(within(next).getByRole("button", { name: "Show sessions" }));
  expect(await screen.findByRole("link", { name: "my-laptop" })).toBeTruthy();
  expect(screen.getByRole("table", { name: "Sessions" })).toBeTruthy();
});

// Cause: the page kept a green mark beside a URL all of whose requests failed. Law: a failure is said wherever its address is shown.
it("says that the app behind the agent does not answer", async () => {
  const served = { ...tunnel, forwards_to: "http://localhost:3000", endpoint: { id: "ep_1", uri: "" } };
  const failing = { endpoint_id: "ep_1", edge_id: null, route_id: null, tunnel_id: "tn_1" };
  const how = { failed: 8, of: 8, since: at, error_code: "ERR_GATEHOUSE_3210" };
  account([session("ts_1")], [served], 200, [], [{ ...failing, ...how }]);
  renderInApp(<Component />, { path: "/?first=" });
  const link = await screen.findByRole("link", { name: "App unreachable" });
  expect(link.getAttribute("href")).toBe(href.endpoint("ep_1"));
  expect(link.closest("div")?.textContent).toMatch(
    /: http:\/\/localhost:3000.*8 of the last 8 requests to the app failed/,
  );
});

// Cause: the way back from a next step led to the list, so the other steps were gone. Law: they are offered until they are left.
it("offers the next steps again after one was opened, until the sessions are asked for", async () => {
  account([], []);
  const away = "/away";
  const { user, router } = renderInApp(null, {
    path: href.sessions(),
    routes: [
      { path: paths.sessions, element: <Component /> },
      { path: away, element: null },
    ],
  });
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account([session("ts_1")], [tunnel]);
  await screen.findByRole("region", { name: "Next steps" });
  await act(() => router.navigate(away));
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("heading", { name: "Your first agent is online" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: new RegExp(URL) })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Show sessions" }));
  await screen.findByRole("table", { name: "Sessions" });
  expect(router.state.location.search).toBe("");
});

it("makes way for the list when several agents come at once", async () => {
  account([], []);
  renderInApp(<Component />);
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account([session("ts_1"), session("ts_2")], []);
  expect(await screen.findByRole("table", { name: "Sessions" })).toBeTruthy();
});

// Cause: the page named the newest agent, so the first one's URL was gone once a second came. Law: who is shown stays.
it("keeps the first agent when a second comes while an authtoken is not used yet", async () => {
  account([], []);
  const { user, client } = renderInApp(<Component />);
  await user.click(await screen.findByRole("button", { name: "Create authtoken" }));
  await screen.findByText(ONLY_NOW);
  account([session("ts_1")], [tunnel]);
  await client.invalidateQueries();
  await screen.findByRole("link", { name: new RegExp(URL) });
  // Cause: two steps stayed open beside "online". Law: what is done makes way, and nothing is lost.
  expect(screen.getByText(ONLY_NOW).closest("details")?.open).toBe(false);
  const second = { ...tunnel, id: "tn_2", public_url: "https://second.example" };
  account(
    [session("ts_2"), session("ts_1")],
    [{ ...second, tunnel_session: { id: "ts_2", uri: "" } }, tunnel],
  );
  await client.invalidateQueries();
  await screen.findByText(/2 online/);
  expect(screen.getByRole("link", { name: new RegExp(URL) })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /second/ })).toBeNull();
});

// Cause: nothing tested the way to one more agent; it said "Done" before anything was, and followed anybody's agent.
// Law: "Add agent" on Sessions shows the agent that uses its authtoken, and never drops an authtoken that nobody uses.
it("adds one more agent, over the list, until the agent with its authtoken is there", async () => {
  account([session("ts_1")], [tunnel]);
  const { user, client, router } = renderInApp(<Component />);
  // Cause: it took the place of the list in the history, and Back left the page. Law: Back closes what was opened last.
  await user.click(await screen.findByRole("link", { name: "Add agent" }));
  await screen.findByRole("dialog", { name: "Add agent" });
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toBe("");
  await user.click(screen.getByRole("link", { name: "Add agent" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add agent" }));
  await user.click(await dialog.findByRole("button", { name: "Create authtoken" }));
  await dialog.findByText(ONLY_NOW);
  expect(dialog.getByRole("button", { name: "Close" })).toBeTruthy();
  // Cause: Close dropped an authtoken that was not copied, without a word. Law: nothing is lost without being asked for.
  await waitFor(() => expect(reloadIsAsked()).toBe(true));
  for (const way of ["{Escape}", ""]) {
    await (way ? user.keyboard(way) : user.click(dialog.getByRole("button", { name: "Close" })));
    const leave = within(await screen.findByRole("dialog", { name: "Leave without the authtoken?" }));
    expect(leave.getByText("You will lose the authtoken: it can’t be shown again.")).toBeTruthy();
    await user.click(leave.getByRole("button", { name: "Stay" }));
    expect(dialog.getByText(/^Waiting for the agent…/)).toBeTruthy();
  }
  await user.click(dialog.getByRole("button", { name: "Copy authtoken" }));
  await waitFor(() => expect(reloadIsAsked()).toBe(false));

  account([session("ts_2"), session("ts_1")], [tunnel]);
  await client.invalidateQueries();
  // Cause: an agent of another authtoken took the place of the command. Law: who is shown is who the command was for.
  await screen.findByText(/2 online/);
  expect(dialog.getByText(/^Waiting for the agent…/)).toBeTruthy();
  expect(dialog.getByText(ONLY_NOW)).toBeTruthy();
  const own = {
    ...tunnel,
    id: "tn_3",
    tunnel_session: { id: "ts_3", uri: "" },
    public_url: "https://own.example",
  };
  account([session("ts_3", "cr_new"), session("ts_2"), session("ts_1")], [own, tunnel]);
  await client.invalidateQueries();
  expect(await dialog.findByRole("link", { name: /^https:\/\/own\.example/ })).toBeTruthy();
  expect(dialog.queryByText(ONLY_NOW)).toBeNull();
  expect(router.state.location.search).toBe("?add=");

  // Cause: once that agent was lost the dialog waited as if none had come, or showed another's. Law: what happened is said where it was seen.
  account([session("ts_2"), session("ts_1")], [tunnel]);
  await client.invalidateQueries();
  expect((await dialog.findByText(/went offline/)).textContent).toBe(
    "my-laptop went offline. See what it printed, then run the command again.",
  );
  expect(dialog.getByRole("link", { name: "my-laptop" }).getAttribute("href")).toBe(href.session("ts_3"));
  expect(reloadIsAsked()).toBe(false);
  account([session("ts_4", "cr_new"), session("ts_2"), session("ts_1")], [tunnel]);
  await client.invalidateQueries();
  await dialog.findByText("is online", { exact: false });
  expect(dialog.queryByText(/went offline/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(await screen.findAllByRole("link", { name: "my-laptop" })).toHaveLength(3);
});

// Cause: after such an authtoken was left Add agent began with step 1 Done, of an authtoken that nobody has. Law: who leaves it begins anew.
it("begins anew after an authtoken was left behind", async () => {
  account([session("ts_1")], [tunnel]);
  const { user } = renderInApp(<Component />);
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  await user.click(await screen.findByRole("link", { name: "Add agent" }));
  await press("Create authtoken");
  await screen.findByText(ONLY_NOW);
  await press("Close");
  await press("Delete authtoken and leave");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("link", { name: "Add agent" }));
  expect(await screen.findByRole("button", { name: "Create authtoken" })).toBeTruthy();
});

// Cause: Back closed Add agent with an authtoken that was not copied, without a word: only its query changes.
// Law: nothing is lost without being asked for, by whatever way out; what loses nothing asks nothing.
it("asks before Back loses an authtoken, and not once it was copied", async () => {
  account([session("ts_1")], [tunnel]);
  const { user, router } = renderInApp(<Component />);
  await user.click(await screen.findByRole("link", { name: "Add agent" }));
  await user.click(await screen.findByRole("button", { name: "Create authtoken" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add agent" }));
  const copy = await dialog.findByRole("button", { name: "Copy authtoken" });
  // Cause: the focus fell to the dialog with the button that was pressed. Law: it goes on to the next step.
  await waitFor(() => expect(document.activeElement).toBe(copy));
  await router.navigate("/?add=&region=eu");
  expect(screen.queryByRole("dialog", { name: "Leave without the authtoken?" })).toBeNull();
  await router.navigate(-2);
  const leave = within(await screen.findByRole("dialog", { name: "Leave without the authtoken?" }));
  await user.click(leave.getByRole("button", { name: "Stay" }));
  expect(router.state.location.search).toContain("add=");
  await user.click(copy);
  await waitFor(() => expect(reloadIsAsked()).toBe(false));
  await router.navigate(-2);
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

// Cause: a reload began the steps anew, and led to another authtoken. Law: what exists already is said, and nothing is made twice.
it("says after a reload that the authtoken exists, and creates another only when asked", async () => {
  account([], []);
  const posts = () => server.seen.filter(({ method }) => method === "POST").length;
  const before = posts();
  const first = renderInApp(<Component />);
  await first.user.click(await screen.findByRole("button", { name: "Create authtoken" }));
  await screen.findByText(ONLY_NOW);
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("gha_new");
  first.unmount();

  const second = renderInApp(<Component />);
  expect(await screen.findByText(/^You created it earlier\. Its token can’t be shown again\./)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy cr_new" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create authtoken" })).toBeNull();
  expect(posts()).toBe(before + 1);
  await second.user.click(screen.getByRole("button", { name: "Replace authtoken" }));
  await screen.findByText(ONLY_NOW);
  expect(posts()).toBe(before + 2);
  second.unmount();

  account([], [], 404);
  renderInApp(<Component />);
  expect(await screen.findByRole("button", { name: "Create authtoken" })).toBeTruthy();
});

// Cause: Escape never closed Add agent, though nothing was created yet. Law: Escape closes what loses nothing.
it("closes Add agent by Escape while there is nothing to lose", async () => {
  account([session("ts_1")], [tunnel]);
  const { user, router } = renderInApp(<Component />);
  await user.click(await screen.findByRole("link", { name: "Add agent" }));
  await screen.findByRole("button", { name: "Create authtoken" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toBe("");
});

// Cause: the list took the place of the steps, and an authtoken not copied yet was gone. Law: nothing is lost without a word.
it("keeps an authtoken that was not copied when several agents come at once", async () => {
  account([], []);
  const { user, client } = renderInApp(<Component />);
  await user.click(await screen.findByRole("button", { name: "Create authtoken" }));
  await screen.findByText(ONLY_NOW);
  await waitFor(() => expect(reloadIsAsked()).toBe(true));
  account([session("ts_1"), session("ts_2")], []);
  await client.invalidateQueries();
  await user.click(await screen.findByText("Show the unused authtoken and its command"));
  await user.click(screen.getByRole("button", { name: "Copy authtoken" }));
  expect(await screen.findByRole("table", { name: "Sessions" })).toBeTruthy();
});

// Cause: an agent for a backend that a route sends to was said to need an edge first, and its label was copied by hand.
// Law: the command is the whole one for its backend, and what the agent serves is named.
it("adds an agent with the labels of a backend, and says what it serves", async () => {
  account([session("ts_0")], []);
  const { client } = renderInApp(<Component />, { path: "/?add=&label=app%3Dinvoices" });
  const dialog = await screen.findByRole("dialog", { name: "Add agent" });
  // Cause: it said to wait for a URL, which a tunnel with labels never gets. Law: what is promised comes.
  expect(dialog.textContent).not.toContain("Wait for its URL");
  const baseUrl = getConnection()?.baseUrl ?? "";
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl,
    agentUrl: "http://gate.example",
  });
  await waitFor(() => expect(dialog.textContent).toContain("--label app=invoices "));
  const labelled = { ...tunnel, public_url: null, labels: { app: "invoices" } };
  const backend = { id: "bkdtg_1", uri: "" };
  const place = { edge_id: "edghts_1", match: "/reports", match_type: "path_prefix" };
  const route = { id: "edghtsrt_1", uri: "", created_at: at, ...place };
  const edge = { id: "edghts_1", uri: "", created_at: at, hostports: ["app.example:443"] };
  account([session("ts_1"), session("ts_0")], [{ ...labelled, backends: [backend] }], 200, [
    { ...edge, routes: [{ ...route, backend: { enabled: true, backend } }] },
  ]);
  await client.invalidateQueries();
  const link = await screen.findByRole("link", { name: "app.example/reports" });
  expect(link.getAttribute("href")).toBe("/edges/https/edghts_1/routes/edghtsrt_1");
  account([session("ts_1"), session("ts_0")], [labelled]);
  await client.invalidateQueries();
  await screen.findByText(
    "Its tunnel has the label app=invoices. To give it a URL, create an edge with a backend for this label.",
  );
});

// Cause: the page of the first agent left out the labels of its link, so the first backend of an account stayed offline.
// Law: the command is the same wherever Add agent opens.
it("shows a first agent the labels of its backend, also once another agent is online", async () => {
  account([], []);
  const { client, router, container } = renderInApp(<Component />, {
    path: "/?add=&label=app%3Done&label=site%3Dx",
  });
  await screen.findByRole("heading", { name: "No agent is online yet" });
  const baseUrl = getConnection()?.baseUrl ?? "";
  const config = { ...DEFAULT_CONFIG, baseUrl, agentUrl: "http://gate.example" };
  client.setQueryData(appConfigQuery.queryKey, config);
  await waitFor(() => expect(container.textContent).toMatch(/--label app=one[\s\\]+--label site=x/));
  account([session("ts_1")], [tunnel]);
  await client.invalidateQueries();
  await screen.findByRole("heading", { name: "Your first agent is online" });
  await waitFor(() => expect(router.state.location.search).toBe("?first=&label=app%3Done&label=site%3Dx"));
});

// Cause: the seconds that one waits began anew with each reload. Law: a time counts from what it is about.
// Cause: an agent that was refused was waited for without end. Law: who waits in vain is told what to check.
it.each([
  [15_000, /… (1|2)\d s$/, 0],
  [70_000, /… 1 min$/, 1],
])("counts from the authtoken on, also after a reload: %i ms", async (waited, words, hints) => {
  account([], []);
  sessionStorage.setItem(
    "gatehouse.agent-authtoken",
    JSON.stringify(["cr_new", String(Date.now() - waited)]),
  );
  renderInApp(<Component />);
  expect((await screen.findByText(/^Waiting for the agent…/)).textContent).toMatch(words);
  expect(screen.queryAllByText(/^Not connecting\? The agent’s terminal says why\./)).toHaveLength(hints);
});
