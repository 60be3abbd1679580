// Cause: at 1280 px a column for the path and one for the host cut both, where either had room to spare. Law: host and path
// share one column, and a row says an address once.
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { href } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { trafficRow } from "#traffic/traffic-row.ts";
import { TRAFFIC_COLUMNS } from "./traffic-columns.tsx";

const server = connectedServer();
const event = {
  event_id: "ev_2nXbQ3456789KqAbQ3456789Kqz",
  event_type: "tcp_connection_closed.v0",
  event_timestamp: "2026-01-02T03:04:05Z",
  object: { conn: { server_name: "queue.example", server_port: 20_379 } },
} as unknown as TrafficEvent;

it("a connection has its address where requests have theirs, once", async () => {
  const row = trafficRow(event);
  renderInApp(
    <div data-testid="row">
      {TRAFFIC_COLUMNS.map(({ id, cell }) => (
        <p key={id}>{cell?.(row)}</p>
      ))}
    </div>,
  );
  const text = (await screen.findByTestId("row")).textContent ?? "";
  expect(text.split("queue.example:20379")).toHaveLength(2);
  expect(screen.getByRole("link").textContent).toBe("TCP queue.example:20379");
  cleanup();
});

// Cause: of an agent whose session had ended before this visit, the list of requests had the bare ID, while the page of a request had its
// name. Law: an agent has a name wherever anything known tells it; rows of the same session ask once.
it("names the agents of earlier sessions, and asks once for each", async () => {
  const at = "2026-11-21T06:00:00Z";
  const agent = {
    uri: "",
    ip: "192.0.2.7",
    os: "linux",
    region: "eu",
    started_at: at,
    transport: "service/2",
  };
  const end = { ended_at: at, reason: "restarted", refusal: null, succeeded_by: null, tunnels: [] };
  const agents = new Map([
    ["ts_1", "ams-scan-01"],
    ["ts_2", "ber-gate-02"],
  ]);
  server.answerWith((request, response) => {
    const id = request.url?.split("/ended_sessions/")[1] ?? "";
    const host = agents.get(id);
    if (host)
      return json(200, { ...agent, ...end, id, metadata: JSON.stringify({ host }) })(request, response);
    const isList = request.url?.startsWith("/tunnel_sessions");
    return json(isList ? 200 : 404, { tunnel_sessions: [], uri: "", next_page_uri: null })(request, response);
  });
  const rows = Array.from({ length: 50 }, (_, n) => {
    const session_id = `ts_${(n % 3) + 1}`;
    return trafficRow({ ...event, event_id: `ev_${n}`, gatehouse: { session_id } });
  });
  const column = TRAFFIC_COLUMNS.find(({ id }) => id === "agent");
  renderInApp(rows.map((row) => <p key={row.id}>{column?.cell?.(row)}</p>));
  await waitFor(() => expect(screen.getAllByRole("link", { name: "ams-scan-01" })).toHaveLength(17));
  const [link] = await screen.findAllByRole("link", { name: "ber-gate-02" });
  expect(link?.getAttribute("href")).toBe(href.session("ts_2"));
  expect(screen.getAllByRole("button", { name: "Copy ts_3" })).toHaveLength(16);
  const asked = server.seen.filter(
    ({ method, url }) => method === "GET" && url.startsWith("/ended_sessions/"),
  );
  expect(asked.map(({ url }) => url).toSorted()).toEqual(
    ["ts_1", "ts_2", "ts_3"].map((id) => `/ended_sessions/${id}`),
  );
});
