// Cause: of an agent with three tunnels one URL was shown, as if it had no other. Law: what is left out is counted, and leads there.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { href } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentOnline } from "./agent-online.tsx";

const server = connectedServer();
const session = { id: "ts_1", metadata: '{"host":"office-nas"}', os: "linux" } as TunnelSession;

it.each([
  [1, null],
  [3, "and 2 more"],
])("of %i URLs it names one, and says: %s", async (count, more) => {
  const tunnels = Array.from({ length: count }, (_, i) => ({
    id: `tn_${i}`,
    started_at: "2026-11-21T14:00:00Z",
    public_url: `https://${i}.example`,
    tunnel_session: { id: "ts_1", uri: "" },
  }));
  server.answerWith((request, response) =>
    json(request.url?.startsWith("/tunnels") ? 200 : 404, { tunnels, uri: "/", next_page_uri: null })(
      request,
      response,
    ),
  );
  renderInApp(<AgentOnline session={session} />);
  await screen.findByRole("link", { name: /^https:\/\/0\.example/ });
  const link = screen.queryByRole("link", { name: /more$/ });
  expect([link?.textContent ?? null, link?.getAttribute("href") ?? null]).toEqual([
    more,
    more && href.session("ts_1"),
  ]);
});
