// Cause: a route with a login said nowhere that it answers over http:// too, without encryption; its edge's map alone did. Law: how an
// address can be reached is said where it is shown.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./route-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();

it.each([
  [{}, ["http", "https"], true],
  [{}, ["https"], false],
  // It answers http with 421 then.
  [{ mutual_tls: { enabled: true, certificate_authorities: [] } }, ["http", "https"], false],
])("the page of a route of an edge with %j, listening for %j: %s", async (modules, listens, said) => {
  const route = {
    id: "edghtsrt_1",
    uri: "/",
    edge_id: "edghts_1",
    created_at: AT,
    match_type: "path_prefix",
    match: "/",
  };
  const edge = {
    id: "edghts_1",
    uri: "/",
    created_at: AT,
    hostports: ["app.example:443"],
    routes: [route],
    ...modules,
  };
  let isGone = false;
  server.answerWith((asked, answer) =>
    (asked.url?.includes("/routes/") && !isGone
      ? json(200, route)
      : asked.url?.endsWith("/edghts_1") && !isGone
        ? json(200, edge)
        : json(404, {}))(asked, answer),
  );
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: getConnection()?.baseUrl ?? "",
    edge: { unapplied: [], listens, httpPort: 5300, httpsPort: 5301 },
  });
  renderInApp(null, {
    client,
    path: href.route("edghts_1", "edghtsrt_1"),
    routes: [{ path: paths.route, Component }],
  });
  await screen.findByRole("button", { name: "Copy URL" });
  const words = "Also reachable over http:// on port 5300, without encryption.";
  await waitFor(() => expect(screen.queryByText(words) !== null).toBe(said));
  // Cause: above "This HTTPS edge was deleted" stood how it can be reached, too. Law: what is gone has no address.
  isGone = true;
  await client.invalidateQueries({ queryKey: ["https_edges"] });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Copy URL" })).toBeNull());
  expect(screen.queryByText(words)).toBeNull();
});
