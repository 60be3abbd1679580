// Cause: the shortened authtoken was quoted, the copied one was not. Law: what is copied is what is shown.
import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery } from "#api/app-config.ts";
import { AppConfig } from "#contract/app-config.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { shortenId } from "#ui/format.ts";
import { AgentCommandBlock } from "./agent-command-block.tsx";

const server = connectedServer();
const token = `gha_${"a1B2".repeat(12)}`;

function shown() {
  const client = new QueryClient();
  client.setQueryData(
    appConfigQuery.queryKey,
    AppConfig.parse({
      baseUrl: server.origin,
      versionHeader: "Service-Version",
      agentUrl: "http://127.0.0.1:4180",
    }),
  );
  return renderInApp(<AgentCommandBlock title="Run" authtoken={token} />, { client });
}

it("shows the command as it is copied, with the authtoken shortened", async () => {
  const { user, container } = shown();
  await user.click(await screen.findByRole("button", { name: "Copy the command" }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(token);
  expect(container.querySelector("pre")?.textContent).toBe(copied.replace(token, shortenId(token)));
});

// Cause: a reload of the page went back to the command for Linux. Law: what was chosen on a visit stays chosen through it.
it("keeps the shell that was chosen through a reload", async () => {
  const { user, unmount } = shown();
  await user.click(await screen.findByRole("radio", { name: "Windows" }));
  unmount();
  const { container } = shown();
  await screen.findByRole("radio", { name: "Windows", checked: true });
  expect(container.querySelector("pre")?.textContent).toContain("$env:GATEHOUSE_AUTHTOKEN");
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(token);
});
