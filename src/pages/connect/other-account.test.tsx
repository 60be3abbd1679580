// Cause: a link of another account, opened in the tab of the first at the same address, showed the first one's agents as offline.
// Law: what a visit saw belongs to its key; who signs in with another begins anew.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DEFAULT_CONFIG, appConfigQuery } from "#api/app-config.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { departures } from "#fleet/departures.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as ConnectPage } from "./connect-page.tsx";

const server = connectedServer();
afterEach(forgetConnection);

it.each([
  ["another key", "gh2_other", 0],
  ["the same key", "gh2_same", 1],
])("%s", async (_, key, left) => {
  server.answerWith(json(200, { tunnel_sessions: [], uri: "/tunnel_sessions", next_page_uri: null }));
  const baseUrl = `${server.origin}/api`;
  setConnection({ ...DEFAULT_CONFIG, baseUrl, key: "gh2_same" }, { remember: false });
  departures.set([{ session: { id: "ts_1" } as TunnelSession, seenAt: 0, leftAt: 1 }]);
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl });
  const routes = [
    { path: "/connect", element: <ConnectPage /> },
    { path: "*", element: <p>inside</p> },
  ];
  const { user } = renderInApp(null, { path: "/connect", routes, client });
  await user.type(screen.getByLabelText("API key"), `${key}{Enter}`);
  await screen.findByText("inside");
  expect(departures.getSnapshot()).toHaveLength(left);
});
