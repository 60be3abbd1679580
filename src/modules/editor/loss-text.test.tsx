import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { renderInApp } from "#testing/render.tsx";
import { LossText } from "./loss-text.tsx";

// Cause: the question before mutual TLS goes off left out the routes that keep a guard, that plain http is answered, and the "and" of
// its list. Law: what is lost names everything that loses it, in a sentence.
it("says what else loses a guard, and that the edge will answer http", async () => {
  const client = createQueryClient();
  const listen = (...listens: string[]) =>
    client.setQueryData(appConfigQuery.queryKey, {
      ...DEFAULT_CONFIG,
      baseUrl: getConnection()?.baseUrl ?? DEFAULT_CONFIG.baseUrl,
      edge: { unapplied: [], listens },
    });
  listen("https");
  const kept = { addresses: ["a.example/x"], left: ["mutual_tls", "oauth", "webhook_verification"] };
  renderInApp(<LossText loss={{ addresses: ["a.example/"], left: [], kept, plain: true }} />, { client });
  screen.getByText("1 address becomes open to anyone");
  screen.getByText("1 address stays protected only by Mutual TLS, OAuth and Webhook verification");
  screen.getByText("a.example/x");
  expect(screen.queryByText(/http:/)).toBeNull();
  listen("http", "https");
  await screen.findByText("The edge will also be open over http://, without encryption.");
});
