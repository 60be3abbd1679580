import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { TunnelGroupBackend } from "#contract/backend.ts";
import { UNREACHED_KEY } from "#resources/unreachable.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { TunnelsPanel } from "./tunnels-panel.tsx";

connectedService();
afterEach(() => document.body.replaceChildren());

const make = (description: string) =>
  request({
    method: "POST",
    path: "/backends/tunnel_group",
    body: { description, labels: { app: "batch" } },
    answer: TunnelGroupBackend,
  });
const ref = (id: string) => ({ id, uri: `https://api.example/${id}` });

describe("a tunnel that serves a backend", () => {
  // Cause: its backends were plain text or an id to copy. Law: every reference in both directions.
  it("links to itself and to each backend by name; one that the service does not show stays an id", async () => {
    const { id } = await make("Night jobs");
    const tunnel = {
      id: "tn_1",
      started_at: "2026-11-21T10:00:00Z",
      forwards_to: "localhost:80",
      labels: { app: "batch" },
      backends: [ref(id), ref("bkdtg_gone")],
    };
    renderInApp(<TunnelsPanel tunnels={[tunnel]} />);
    const link = await screen.findByRole("link", { name: "Night jobs" });
    expect(link.getAttribute("href")).toBe(`/backends?open=${id}`);
    expect(screen.getByRole("link", { name: "app=batch" }).getAttribute("href")).toBe("/tunnels/tn_1");
    expect(screen.getByRole("button", { name: "Copy bkdtg_gone" })).toBeDefined();
  });

  // Cause: a session whose app was down was "Online" without a word of it, since another agent answers. Law: a tunnel whose app fails says so.
  it("says that its app fails", async () => {
    const { client } = renderInApp(
      <TunnelsPanel tunnels={[{ id: "tn_1", started_at: "2026-11-21T10:00:00Z" }]} />,
    );
    const ids = { endpoint_id: "ep_1", edge_id: null, route_id: null, tunnel_id: "tn_1", by_tunnel: true };
    const down = {
      ...ids,
      error_code: "ERR_GATEHOUSE_3210",
      failed: 8,
      of: 8,
      since: "2026-11-21T10:00:00Z",
    };
    client.setQueryData(UNREACHED_KEY, [down]);
    expect(await screen.findByText("App unreachable")).toBeDefined();
  });

  it("is linked from its own page too", async () => {
    const { id } = await make("Day jobs");
    renderInApp(<RefLookup reference={ref(id)} />);
    const link = await screen.findByRole("link", { name: "Day jobs" });
    expect(link.getAttribute("href")).toBe(`/backends?open=${id}`);
  });
});
