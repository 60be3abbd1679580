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
