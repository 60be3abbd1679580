// Cause: at 1280 px a column for the path and one for the host cut both, where either had room to spare. Law: host and path
// share one column, and a row says an address once.
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { renderInApp } from "#testing/render.tsx";
import { trafficRow } from "#traffic/traffic-row.ts";
import { TRAFFIC_COLUMNS } from "./traffic-columns.tsx";

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
