// Cause: "Dismiss" on the overview took an agent that was offline out of Sessions and the palette too, so that nobody found why its URL was
// down. Law: what is dismissed is the line that says it, and nothing else.
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as Sessions } from "#pages/sessions/sessions-page.tsx";
import { Component } from "./overview-page.tsx";
import { quieted } from "./quieted.ts";

connectedService({ demo: 4 });

it("an agent that was dismissed on the overview is offline in Sessions all the same", async () => {
  onTestFinished(() => quieted.set([]));
  const [one] = await fetchNewestSessions();
  const session = { ...one!, id: "ts_2NKWPhMdxqmvDr0NlcW9eZt3fSe", metadata: '{"host":"till-9"}' };
  const at = Date.now();
  departures.set([{ session, seenAt: at, leftAt: at, reason: "lost" }]);
  const { user, router } = renderInApp(null, {
    path: href.home(),
    routes: [
      { path: paths.home, element: <Component /> },
      { path: paths.sessions, element: <Sessions /> },
    ],
  });
  await user.click(await screen.findByRole("button", { name: "Dismiss till-9 is offline" }));
  await waitFor(() => expect(screen.queryByText("till-9 is offline")).toBeNull());
  await router.navigate(href.sessions());
  expect(await screen.findByText("till-9")).toBeDefined();
  expect(await screen.findByRole("link", { name: "1 offline" })).toBeDefined();
  await router.navigate(href.home());
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  expect(screen.queryByText("till-9 is offline")).toBeNull();
});
