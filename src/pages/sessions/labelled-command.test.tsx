// Cause: "Add agent" of a backend that only a TCP edge uses gave --tunnel http:3000. Law: a command that is offered fits what it is for.
import { screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentSteps } from "./first-agent.tsx";

connectedService();

const Made = z.looseObject({ id: z.string() });
const create = (path: string, body: object) => request({ method: "POST", path, body, answer: Made });

/** Creates a backend with this label that edges of these kinds use. */
async function backendOf(app: string, hostports: { tcp?: string; tls?: string } = {}) {
  const { id } = await create("/backends/tunnel_group", { labels: { app } });
  for (const [protocol, hostport] of Object.entries(hostports))
    await create(`/edges/${protocol}`, { hostports: [hostport], backend: { backend_id: id } });
}

beforeAll(async () => {
  await backendOf("db", { tcp: "db.example:15432" });
  await backendOf("both", { tcp: "both.example:15433", tls: "both.example:443" });
  await backendOf("none");
});

it.each([
  ["app=db", "--tunnel tcp:3000"],
  ["app=both", "--tunnel http:3000"],
  ["app=none", "--tunnel http:3000"],
  ["app=other", "--tunnel http:3000"],
])("of %s is %s", async (label, tunnel) => {
  const client = createQueryClient();
  const { baseUrl = "" } = getConnection() ?? {};
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl,
    agentUrl: "http://gate.example",
  });
  const { container } = renderInApp(<AgentSteps added={null} />, {
    client,
    path: `/?${new URLSearchParams({ label })}`,
  });
  await screen.findByText("Run the agent on your machine");
  expect(container.querySelector("pre")?.textContent).toContain(`${tunnel} `);
});
