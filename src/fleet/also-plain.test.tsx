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

const server = connectedServer();
const at = "2026-01-02T03:04:05Z";

it.each([
  ["https", ["http", "https"], 1],
  ["https", ["https"], 0],
  ["tls", ["http", "https"], 0],
] as const)("of a %s URL where the edge listens for %j, is said %i times", async (proto, listens, times) => {
  server.answerWith(json(404, { status_code: 404, msg: "Not found.", details: {} }));
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: getConnection()?.baseUrl ?? "",
    edge: { unapplied: [], listens: [...listens] },
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
  expect(screen.queryAllByText("Also open over http://, without encryption.")).toHaveLength(times);
});
