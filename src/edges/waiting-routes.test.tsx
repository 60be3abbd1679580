// Cause: who left the form of a route that waits for its secret was told nowhere that it is not restored, and a reload dropped it without
// a word. Law: a half-finished undo stays in sight, and nothing is lost unasked.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { reloadIsAsked } from "#testing/reload-asked.ts";
import { renderInApp } from "#testing/render.tsx";
import { askBeforeReload, holdDrafts } from "./drafts.ts";
import { WaitingRoutes } from "./waiting-routes.tsx";

connectedServer();
const draft = (match: string) => ({
  body: { match, match_type: "path_prefix" as const },
  missing: ["oauth"],
});

it("leads from the edge to what waits to be restored, and asks before a reload", () => {
  const client = createQueryClient();
  const signedOut = new AbortController();
  askBeforeReload(client, signedOut.signal);
  expect(reloadIsAsked()).toBe(false);
  holdDrafts(client, "edghts_1", [draft("/a"), draft("/b")]);
  const { unmount } = renderInApp(<WaitingRoutes edgeId="edghts_1" />, { client });
  expect(screen.getByText("2 routes aren’t restored yet: /a, /b.")).toBeDefined();
  const link = screen.getByRole("link", { name: "Finish restoring" });
  expect(link.getAttribute("href")).toBe("/edges/https/edghts_1/routes/new");
  expect(reloadIsAsked()).toBe(true);
  unmount();

  holdDrafts(client, "edghts_1", []);
  renderInApp(<WaitingRoutes edgeId="edghts_1" />, { client });
  expect(screen.queryByRole("link")).toBeNull();
  expect(reloadIsAsked()).toBe(false);
  holdDrafts(client, "edghts_1", [draft("/a")]);
  signedOut.abort();
  expect(reloadIsAsked()).toBe(false);
});
