// Cause: an authtoken that may serve only the address of an edge came with a command that is always refused. Law: a command that is offered
// works as it is; where none can, what is missing is said.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { AuthtokenDialog } from "./authtoken-dialog.tsx";

const service = connectedService();
const HAVE = "Agents serve edges by labels: add a rule like app=shop.";

it.each([
  [["bind:own0.example"], undefined, `Edges have own0.example. ${HAVE}`],
  [["bind:own1.example:443"], undefined, `Edges have own1.example:443. ${HAVE}`],
  [["bind:own2.example", "bind:free.example"], "--tunnel http:3000,hostname=free.example", undefined],
  [["bind:own3.example", "bind:app=shop"], "--label app=shop", undefined],
  [["bind:*.own4.example"], "--tunnel http:3000,hostname=my-app.own4.example", undefined],
  [["bind:own5.example", "*"], "--tunnel http:3000", undefined],
])("of an authtoken with the rules %j beside an edge offers what works", async (acl, command, says) => {
  const [name] = /own\d\.example/.exec(acl.join()) ?? [];
  const body = { hostports: [`${name}:443`, `*.${name}:443`] };
  await request({ method: "POST", path: "/edges/https", body, answer: HttpsEdge });
  const client = createQueryClient();
  const baseUrl = `${service.origin}/api`;
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, agentUrl: service.origin });
  const created = { id: "cr_new", uri: "", created_at: "2026-11-21T14:00:00Z", token: "gha_new", acl };
  const { container } = renderInApp(<AuthtokenDialog created={created} onClosed={() => undefined} />, {
    client,
  });
  await screen.findByText("Start an agent");
  const shown = container.ownerDocument.body;
  await waitFor(() => expect(shown.textContent).toContain(command ?? says));
  expect(shown.textContent.includes("npm run agent")).toBe(command !== undefined);
});
