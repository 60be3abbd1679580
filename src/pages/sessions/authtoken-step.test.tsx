// Cause: a new authtoken was nowhere on the screen: without a command it was said to be in one, and where the browser refused to
// copy it, it was lost. Law: what is shown once can be read and selected wherever no button can copy it.
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentSteps } from "./first-agent.tsx";

const server = connectedServer();
const TOKEN = `gha_${"a1B2".repeat(12)}`;
afterEach(() => vi.restoreAllMocks());

/** An authtoken was just created; `more` = what the service says besides. */
async function created(more: { agentUrl?: string }) {
  server.answerWith(json(201, { id: "cr_new", uri: "", created_at: "2026-11-21T14:00:00Z", token: TOKEN }));
  const client = new QueryClient();
  const baseUrl = getConnection()?.baseUrl ?? "";
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, ...more });
  const risk = vi.fn<(atRisk: boolean) => void>();
  const app = renderInApp(<AgentSteps added={null} onRisk={risk} />, { client });
  await app.user.click(screen.getByRole("button", { name: "Create authtoken" }));
  await screen.findByText("Done");
  return { ...app, risk };
}

const refuse = () => vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));

it("is shown where the service offers no command", async () => {
  const { risk } = await created({});
  expect(screen.getByText("Copy it now. It can’t be shown again.")).toBeDefined();
  expect(screen.queryByText(/command/)).toBeNull();
  const token = screen.getByText(TOKEN);
  await waitFor(() => expect(risk).toHaveBeenLastCalledWith(true));
  getSelection()?.selectAllChildren(token);
  fireEvent.copy(token);
  expect(risk).toHaveBeenLastCalledWith(false);
});

it("is shown once it could not be copied, beside a command as well", async () => {
  const { user } = await created({ agentUrl: "http://gate.example" });
  expect(screen.getByText("The command below contains it. You can copy it only now.")).toBeDefined();
  expect(screen.queryByText(TOKEN)).toBeNull();
  refuse();
  await user.click(screen.getByRole("button", { name: "Copy authtoken" }));
  expect(await screen.findByText(TOKEN)).toBeDefined();
  expect(screen.getByText("Select it and copy it now. It can’t be shown again.")).toBeDefined();
});

it("is in the command in full once that could not be copied", async () => {
  const { user, container, risk } = await created({ agentUrl: "http://gate.example" });
  refuse();
  await user.click(screen.getByRole("button", { name: "Copy the command" }));
  expect(await screen.findByText("Copy failed. Select the text and copy it.")).toBeDefined();
  const command = container.querySelector("pre")!;
  expect(command.textContent).toContain(TOKEN);
  getSelection()?.selectAllChildren(command);
  fireEvent.copy(command);
  expect(risk).toHaveBeenLastCalledWith(false);
  expect(screen.queryByText(/^Copy failed\./)).toBeNull();
});

const SESSION = {
  id: "ts_1",
  uri: "",
  ip: "203.0.113.1",
  metadata: "",
  os: "linux",
  region: "eu",
  started_at: "2026-11-21T14:00:00Z",
  transport: "service/2",
};

// Cause: another authtoken in the place of one whose token was lost by a reload left that one behind, with everything it may serve and
// the same name. Law: who replaces it deletes it, in one click; one that serves an agent is never deleted by that.
it.each([
  ["Replace authtoken", [], ["DELETE /credentials/cr_old", "POST /credentials"]],
  ["Create new authtoken", [{ ...SESSION, credential: { id: "cr_old", uri: "" } }], ["POST /credentials"]],
])("offers after a reload: %s", async (label, sessions, sent) => {
  sessionStorage.setItem("gatehouse.agent-authtoken", JSON.stringify(["cr_old", "1"]));
  const at = "2026-11-21T14:00:00Z";
  server.answerWith((request, response) => {
    const old = { id: "cr_old", uri: "", created_at: at };
    if (request.method === "DELETE") response.writeHead(204).end();
    else if (request.method === "POST") json(201, { ...old, id: "cr_new", token: TOKEN })(request, response);
    else if (request.url?.endsWith("/cr_old")) json(200, old)(request, response);
    else json(200, { tunnel_sessions: sessions, uri: "", next_page_uri: null })(request, response);
  });
  const before = server.seen.length;
  const { user } = renderInApp(<AgentSteps added={null} />);
  await user.click(await screen.findByRole("button", { name: label }));
  await screen.findByText("Copy it now. It can’t be shown again.");
  const writes = server.seen.slice(before).filter(({ method }) => method !== "GET");
  expect(writes.map(({ method, url }) => `${method} ${url}`)).toEqual(sent);
});
