import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ServedPanels } from "./served-panel.tsx";

const server = connectedServer();
const at = "2026-11-22T10:00:00Z";
const url = "https://scan.example";
const tunnel = (id: string, session: string): Tunnel => ({
  id,
  started_at: at,
  public_url: url,
  tunnel_session: { id: session, uri: "" },
});

function answerLists(lists: Record<string, object[]>): void {
  server.answerWith((request, response) => {
    const key = request.url?.split("?")[0]?.slice(1) ?? "";
    const name = key.startsWith("edges/") ? `${key.slice("edges/".length)}_edges` : key;
    return json(200, { [name]: lists[name] ?? [], uri: "", next_page_uri: null })(request, response);
  });
}

// Cause: the agent syd-scan-01 was called "Syd-scan-01". Law: a name is written as it is.
it.each([
  { before: [tunnel("tn_1", "ts_1")], says: "syd-scan-01" },
  { before: undefined, says: "Also syd-scan-01" },
])("names who else serves a URL: $says", async ({ before, says }) => {
  const keys = ["tunnel_sessions", "endpoints", "https_edges", "tls_edges", "tcp_edges"];
  const now = before ? [tunnel("tn_2", "ts_2")] : [tunnel("tn_1", "ts_1"), tunnel("tn_2", "ts_2")];
  const empty = Object.fromEntries(keys.map((key) => [key, []]));
  server.answerWith(json(200, { ...empty, tunnels: now, uri: "", next_page_uri: null }));
  const sessions = [{ id: "ts_2", metadata: '{"host":"syd-scan-01"}' } as TunnelSession];
  renderInApp(<ServedPanels id="ts_1" sessions={sessions} about={[]} before={before} />);
  expect(await screen.findByText(says)).toBeDefined();
});

// Cause: a session promised "No URL goes offline" of a stop while the other agent’s app was known to be down. Law: an app that fails keeps
// nothing up.
it("says that a URL goes offline where the app of who else serves it fails", async () => {
  const keys = ["tunnel_sessions", "endpoints", "https_edges", "tls_edges", "tcp_edges"];
  const empty = Object.fromEntries(keys.map((key) => [key, []]));
  const down = { endpoint_id: "ep_1", edge_id: null, route_id: null, tunnel_id: "tn_2" };
  const unreachable_apps = [{ ...down, error_code: "ERR_GATEHOUSE_3210", failed: 3, of: 3, since: at }];
  const tunnels = [tunnel("tn_1", "ts_1"), tunnel("tn_2", "second-host")];
  server.answerWith(json(200, { ...empty, tunnels, unreachable_apps, uri: "", next_page_uri: null }));
  renderInApp(<ServedPanels id="ts_1" sessions={[]} about={[]} />);
  const words = "If you stop it, 1 URL goes offline. The app of second-host fails.";
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByText("Also second-host")).toBeDefined();
});

// Cause: of an agent that left, what is online through others came first, and what is offline without it below it. Law: what needs
// attention comes first.
it("lists what is offline without it first", async () => {
  const keys = ["tunnel_sessions", "endpoints", "https_edges", "tls_edges", "tcp_edges"];
  const empty = Object.fromEntries(keys.map((key) => [key, []]));
  server.answerWith(json(200, { ...empty, tunnels: [tunnel("tn_2", "ts_2")], uri: "", next_page_uri: null }));
  const gone = { ...tunnel("tn_3", "ts_1"), public_url: "https://zone.example" };
  renderInApp(<ServedPanels id="ts_1" sessions={[]} about={[]} before={[tunnel("tn_1", "ts_1"), gone]} />);
  const [first] = await screen.findAllByText("https://zone.example");
  const [second] = screen.getAllByText(url);
  expect(first!.compareDocumentPosition(second!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

// Cause: the tunnels of an agent that was stopped went from its page, with where they forward to, while it said to start it again on
// its host. Law: what was known of what is gone stays.
it("keeps the tunnels of an agent that left, with where they forwarded to", async () => {
  const keys = ["tunnel_sessions", "endpoints", "https_edges", "tls_edges", "tcp_edges"];
  const empty = Object.fromEntries(keys.map((key) => [key, []]));
  server.answerWith(json(200, { ...empty, tunnels: [], uri: "", next_page_uri: null }));
  const gone = { ...tunnel("tn_1", "ts_1"), proto: "https", forwards_to: "http://localhost:8000" };
  renderInApp(<ServedPanels id="ts_1" sessions={[]} about={[]} before={[gone]} />);
  const title = await screen.findByText("Tunnels before it disconnected");
  const panel = within(title.closest("section")!);
  expect(panel.getByText("http://localhost:8000")).toBeDefined();
  expect(panel.getByText("https")).toBeDefined();
  expect(panel.queryByRole("link")).toBeNull();
});

// Cause: a route at a path was looked for by the URL of its edge, so one that fails was "Online". Law: one thing has one state,
// wherever it is shown.
it("shows a route that is served but fails by its own URL", async () => {
  const backend = { enabled: true, backend: { id: "bkdtg_1", uri: "" } };
  const route = (id: string, match: string, more = {}) => ({
    id,
    uri: "",
    edge_id: "edghts_1",
    created_at: at,
    match_type: "path_prefix",
    match,
    backend,
    ...more,
  });
  const off = { backend: { ...backend, enabled: false } };
  const edge = {
    id: "edghts_1",
    uri: "",
    created_at: at,
    hostports: ["shop.example:443"],
    routes: [route("edghtsrt_1", "/a"), route("edghtsrt_2", "/b", off)],
  };
  const failing = [{ endpoint_id: "ep_1", edge_id: "edghts_1", route_id: "edghtsrt_1", tunnel_id: null }].map(
    (one) => ({ ...one, error_code: "ERR_GATEHOUSE_3211", failed: 3, of: 3, since: at }),
  );
  const lists: Record<string, object[]> = {
    https_edges: [edge],
    endpoints: [
      {
        id: "ep_1",
        uri: "",
        created_at: at,
        updated_at: at,
        type: "edge",
        public_url: "https://shop.example",
        proto: "https",
        hostport: "shop.example:443",
        edge: { id: "edghts_1", uri: "" },
      },
    ],
    tunnels: [
      {
        id: "tn_1",
        uri: "",
        started_at: at,
        labels: { app: "shop" },
        backends: [{ id: "bkdtg_1", uri: "" }],
        tunnel_session: { id: "ts_1", uri: "" },
      },
    ],
    unreachable_apps: failing,
  };
  answerLists(lists);
  renderInApp(<ServedPanels id="ts_1" sessions={[]} about={[]} />);
  const link = await screen.findByText(/^https:\/\/shop\.example.*\/a$/);
  await vi.waitFor(() => expect(link.closest("tr, li")?.textContent).toContain("App unreachable"));
});

// Cause: the URL of an agent whose app answers was a red "App fails" on its page, since another agent’s app fails. Law: what is told of an
// app is told of the agent that runs it.
it.each([
  { session: "ts_1", status: "Online" },
  { session: "ts_2", status: "App fails" },
])("shows at $session whether its own app fails: $status", async ({ session, status }) => {
  const failing = { endpoint_id: "ep_1", edge_id: null, route_id: null, tunnel_id: "tn_2" };
  const endpoint = {
    id: "ep_1",
    uri: "",
    created_at: at,
    updated_at: at,
    type: "ephemeral",
    public_url: url,
  };
  const shared = { proto: "https", endpoint: { id: "ep_1", uri: "" } };
  answerLists({
    endpoints: [{ ...endpoint, proto: "https" }],
    tunnels: [
      { ...tunnel("tn_1", "ts_1"), ...shared },
      { ...tunnel("tn_2", "ts_2"), ...shared },
    ],
    unreachable_apps: [{ ...failing, error_code: "", status: 500, failed: 4, of: 8, since: at }],
  });
  renderInApp(<ServedPanels id={session} sessions={[]} about={[]} />);
  const panel = within((await screen.findByText("Endpoints")).closest("section")!);
  const other = status === "Online" ? /^If you stop it, 1 URL goes offline\. The app of/ : /stays up through/;
  expect(await panel.findByText(other)).toBeDefined();
  expect(panel.getByText(status)).toBeDefined();
});
