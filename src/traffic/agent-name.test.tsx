// Cause: each request of an agent that was lost showed the raw ID of its session, though this visit knew its name. Law: an agent has
// its name as long as anybody here knows it.
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { departures } from "#fleet/departures.ts";
import { href } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentName } from "./agent-name.tsx";

connectedService();

it("names an agent that left during this visit", async () => {
  const session = { id: "ts_2NKWPhMdxqmvDr0NlcW9eZt3fSe", metadata: '{"host":"w-one"}' } as TunnelSession;
  departures.set([{ session, seenAt: 1, leftAt: 2 }]);
  onTestFinished(() => departures.set([]));
  renderInApp(<AgentName id={session.id} />);
  expect((await screen.findByRole("link", { name: "w-one" })).getAttribute("href")).toBe(
    href.session(session.id),
  );
});
