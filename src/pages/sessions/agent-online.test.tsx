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

it("of an agent's own URL, says that it is open and how to restrict access", async () => {
  const session = { id: "ts_1", uri: "", agent_version: "3.18.2", ip: "203.0.113.1", metadata: "" };
  const tunnel = {
    id: "tn_1",
    uri: "",
    started_at: at,
    public_url: "https://brave-tern.eu.example",
    tunnel_session: { id: "ts_1", uri: "" },
  };
  server.answerWith((request, response) => {
    const isTunnels = request.url?.startsWith("/tunnels");
    const answer = isTunnels ? json(200, { tunnels: [tunnel], uri: "", next_page_uri: null }) : json(404, {});
    return answer(request, response);
  });
  const client = createQueryClient();
  const { baseUrl = "" } = getConnection() ?? {};
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, edge: { unapplied: [] } });
  const online = { ...session, os: "linux", region: "eu", started_at: at, transport: "service/2" };
  renderInApp(<AgentOnline session={online} onDone={() => {}} />, { client });
  expect(await screen.findByText("Anyone with this URL can open it.")).toBeTruthy();
  const next = within(screen.getByRole("region", { name: "Next steps" }));
  expect(next.getAllByRole("link")).toHaveLength(3);
  expect(next.getByRole("link", { name: "Restrict access" }).getAttribute("href")).toBe(href.edges());
  expect(next.queryByRole("link", { name: /IP policy/ })).toBeNull();
});
