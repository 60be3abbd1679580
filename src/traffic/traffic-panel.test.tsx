// Cause: after a restart an agent's page said "No requests in the last hour" of an agent that had served minutes before, since its
// requests are counted by session. Law: what is said of a session says since when.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { TrafficPanel } from "./traffic-panel.tsx";

connectedApp();
const MINUTE = 60_000;

it.each([
  [3, "No requests since this session started 3 min ago."],
  [90, "No requests in the last hour."],
])("says since when a session had no requests: it began %i min ago", async (minutes, said) => {
  const began = new Date(Date.now() - minutes * MINUTE).toISOString();
  renderInApp(<TrafficPanel by="session" id="ts_1" began={began} />);
  expect((await screen.findByText(/^No requests/)).textContent).toBe(said);
});
