// Cause: the pages of a tunnel's URL said nothing of its http:// twin, which the agent prints and the edge answers. Law: how an address can
// be reached is said beside it.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { EndpointPath } from "./endpoint-path.tsx";
import { TunnelPath } from "./tunnel-path.tsx";

const server = connectedServer();
const at = "2026-01-02T03:04:05Z";

it.each([
  ["https", ["http", "https"], 80, "Also reachable over http://, without encryption."],
  // Cause: it named no port, and the URL's own speaks HTTPS only. Law: as above.
  ["https", ["http", "https"], 5300, "Also reachable over http:// on port 5300, without encryption."],
  ["https", ["https"], 80, null],
  ["tls", ["http", "https"], 80, null],
  // Cause: it said nothing to do about it. Law: what is warned of can be ended, and its warning says how.
] as const)("of a %s URL where the edge listens for %j at %i: %s", async (proto, listens, httpPort, said) => {
  server.answerWith(json(404, { status_code: 404, msg: "Not found.", details: {} }));
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: getConnection()?.baseUrl ?? "",
    edge: { unapplied: [], listens: [...listens], httpPort },
  });
  const endpoint = {
    id: "ep_1",
    type: "ephemeral",
    created_at: at,
    updated_at: at,
    proto,
    public_url: `${proto}://a.example`,
  };
  const tunnel = { id: "tn_1", started_at: at, proto, public_url: `${proto}://a.example` };
  renderInApp(<EndpointPath endpoint={endpoint} tunnel={tunnel} />, { client });
  await screen.findAllByText(`${proto}://a.example`);
  expect(screen.queryByText(/^Also reachable over/)?.textContent ?? null).toBe(
    said && `${said} Start Gatehouse with --edge-http off to close it.`,
  );
});

const WEB = "Anyone with this URL can open it.";
const OTHER = "Anyone with this address can connect.";

// Cause: nothing said of an agent's own URL that it is open, and an IP policy, which does not apply to it, was offered beside it. Law: who
// can connect is said where an address is shown.
it.each([
  ["https", "endpoint", {}, WEB],
  ["https", "tunnel", {}, WEB],
  ["tcp", "endpoint", {}, OTHER],
  ["tcp", "tunnel", {}, OTHER],
  ["tcp", "endpoint", { listens: ["http"] }, null],
  ["tcp", "tunnel", { listens: ["http"] }, null],
  ["https", "ended endpoint", {}, null],
  ["https", "ended tunnel", {}, null],
  ["https", "endpoint", null, null],
  ["https", "tunnel", null, null],
] as const)("a %s URL on the path of an %s, where the edge is %j", async (proto, of, edge, words) => {
  server.answerWith(json(404, { status_code: 404, msg: "Not found.", details: {} }));
  const client = createQueryClient();
  const { baseUrl = "" } = getConnection() ?? {};
  const served = edge && {
    edge: { unapplied: [], ...edge, listens: "listens" in edge ? [...edge.listens] : [proto] },
  };
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, ...served });
  const public_url = `${proto}://a.example:20001`;
  const endpoint = {
    id: "ep_1",
    type: "ephemeral",
    created_at: at,
    updated_at: at,
    proto,
    public_url,
  };
  const tunnel = { id: "tn_1", started_at: at, proto, public_url, endpoint: { id: "ep_1", uri: "" } };
  const online = !of.startsWith("ended");
  renderInApp(
    of.endsWith("endpoint") ? (
      <EndpointPath endpoint={endpoint} tunnel={tunnel} online={online} />
    ) : (
      <TunnelPath tunnel={tunnel} online={online} />
    ),
    { client },
  );
  await screen.findByText("Forwards to");
  expect(screen.queryByText(WEB) !== null).toBe(words === WEB);
  expect(screen.queryByText(OTHER) !== null).toBe(words === OTHER);
});
