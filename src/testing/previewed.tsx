import type { ReactElement } from "react";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { makeWorld } from "#service/testing/conformance/world.ts";
import type { TestApp } from "#service/testing/test-app.ts";
import { trafficEvent } from "#service/testing/traffic-events.ts";
import { renderInApp } from "./render.tsx";

/** Renders a part of the console of a service that has an edge. */
export function inApp(shown: ReactElement) {
  const client = createQueryClient();
  const edge = { unapplied: [] };
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: getConnection()?.baseUrl ?? "",
    edge,
  });
  return renderInApp(shown, { client });
}

let edges = 0;
/** A route of an edge of its own, and what visits to it look like in the log. */
export async function previewedRoute(app: TestApp) {
  const world = makeWorld(app);
  const hostport = `shop${(edges += 1)}.example:443`;
  const { id: edge_id } = await world.make("/edges/https", {}, { hostports: [hostport] });
  const { id } = await world.make("/edges/https/{edge_id}/routes", { edge_id }, { match: "/" });
  type Listed = { endpoints: { id: string; hostport: string }[] };
  const { endpoints } = (await app.call<Listed>("GET /endpoints")).body;
  const endpoint = endpoints.find((one) => one.hostport === hostport);
  const visit = (agent: string, more = {}) =>
    trafficEvent({
      "conn.client_ip": "203.0.113.7",
      "http.request.method": "get",
      "http.request.url.host": "shop.example",
      "http.request.url.path": "/a",
      "http.request.user_agent": agent,
      "gatehouse.endpoint_id": endpoint?.id,
      "gatehouse.edge_id": edge_id,
      "gatehouse.route_id": id,
      ...more,
    });
  return { id, edge_id, visit };
}
