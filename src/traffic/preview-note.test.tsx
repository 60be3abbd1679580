// Cause: what a change does to visitors was seen by them. Law: before it is saved, the requests of the last hour that it would have
// blocked are counted and listed; where that can't be known, nothing is claimed (docs/decisions/edge/previews.md).
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href } from "#resources/paths.ts";
import { makeWorld } from "#service/testing/conformance/world.ts";
import { trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { PreviewNote } from "./preview-note.tsx";

const app = connectedApp();

function show(draft: Parameters<typeof PreviewNote>[0]["draft"]) {
  const client = createQueryClient();
  const edge = { unapplied: [] };
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: getConnection()?.baseUrl ?? "",
    edge,
  });
  return renderInApp(<PreviewNote draft={draft} />, { client });
}

it("counts and lists the visitors whom a draft would have blocked", async () => {
  const world = makeWorld(app);
  const { id: edge_id } = await world.make("/edges/https", {}, { hostports: ["shop.example:443"] });
  const { id } = await world.make("/edges/https/{edge_id}/routes", { edge_id }, { match: "/" });
  const { endpoints } = (await app.call<{ endpoints: { id: string }[] }>("GET /endpoints")).body;
  const visit = (agent: string, more = {}) =>
    trafficEvent({
      "conn.client_ip": "203.0.113.7",
      "http.request.method": "get",
      "http.request.url.host": "shop.example",
      "http.request.url.path": "/a",
      "http.request.user_agent": agent,
      "gatehouse.endpoint_id": endpoints[0]?.id,
      "gatehouse.edge_id": edge_id,
      "gatehouse.route_id": id,
      ...more,
    });
  const [curl, wget] = [visit("curl/8"), visit("Wget")];
  await app.traffic.take([curl, wget, visit("curl/8", { "gatehouse.test": true })]);
  const module = { owner_id: id, kind: "user_agent_filter", request: { deny: ["curl"] } };
  const { user } = show({ module });
  expect(
    await screen.findByText("Of 2 requests in the last hour, 1 would newly be blocked, 0 newly let in"),
  ).toBeDefined();
  await user.click(screen.getByText("Show requests"));
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual([href.trafficEvent(curl.event_id)]);
  expect(document.body.textContent).toContain("BlockedMatches deny curl");
});

it("claims nothing for a draft that the service would not take", async () => {
  const module = { owner_id: "edghtsrt_0", kind: "user_agent_filter", request: { deny: ["("] } };
  const { client } = show({ module });
  await waitFor(() =>
    expect(client.getQueryCache().findAll({ queryKey: ["traffic"] })[0]?.state.status).toBe("error"),
  );
  expect(document.body.textContent).toBe("");
});
