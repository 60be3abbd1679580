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

it("shows the command as it is copied, with the authtoken shortened", async () => {
  const client = new QueryClient();
  client.setQueryData(
    appConfigQuery.queryKey,
    AppConfig.parse({
      baseUrl: server.origin,
      versionHeader: "Service-Version",
      agentUrl: "http://127.0.0.1:4180",
    }),
  );
  const { user, container } = renderInApp(<AgentCommandBlock title="Run" authtoken={token} />, { client });
  await user.click(await screen.findByRole("button", { name: "Copy the command" }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(token);
  expect(container.querySelector("pre")?.textContent).toBe(copied.replace(token, shortenId(token)));
});
