// Cause: what came of agents in a rollout was told on its own page only: elsewhere one that awaits its start by hand was "Outdated",
// with an update that helps nobody. Law: the outcomes of a rollout read everywhere as those of commands.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { href, paths } from "#resources/paths.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { Component as RolloutsPage } from "#pages/rollouts/rollouts-page.tsx";
import { Component as SessionPage } from "#pages/session/session-page.tsx";
import { Component as SessionsPage } from "#pages/sessions/sessions-page.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./overview-page.tsx";

connectedService({ demo: 24 });
afterEach(ledger.clear);

const open = (path: string) =>
  renderInApp(null, {
    client: createQueryClient(),
    path,
    routes: [
      { path: paths.home, element: <Component /> },
      { path: paths.session, element: <SessionPage /> },
      { path: paths.sessions, element: <SessionsPage /> },
      { path: paths.rollout, element: <RolloutsPage /> },
    ],
  });

it("tells who awaits a restart by hand and who refused, in a browser that did not run it", async () => {
  const sessions = await fetchNewestSessions();
  const named = (name: string) => sessions.find((one) => sessionName(one) === name)!;
  const [windows, off] = [named("lon-dock-02"), named("iad-batch-01")];
  const body = { session_ids: [windows.id, off.id], action: "update_and_restart", canary: 0 };
  const { id } = await request<Rollout>({ method: "POST", path: "/rollouts", body });
  await waitFor(
    async () =>
      expect((await request<Rollout>({ method: "GET", path: `/rollouts/${id}` })).ended_at).not.toBeNull(),
    { interval: 200 },
  );

  // Cause: for 5 s those were offered an update. Law: nothing is said of agents before what came of them is known.
  const counts = new Set<string>();
  const look = new MutationObserver(() => {
    for (const [words] of document.body.textContent.matchAll(/\d+ outdated|\d+ agents can be updated/g))
      counts.add(words);
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  const { unmount } = open(href.home());
  await screen.findByText("lon-dock-02 needs a restart by hand");
  const refused = await screen.findByText("iad-batch-01: Updates off");
  expect(within(refused.closest("li")!).getByText(/^Turn on update checks/)).toBeTruthy();
  look.disconnect();
  expect([...counts].toSorted()).toEqual(["11 outdated", "9 agents can be updated"]);
  unmount();

  const list = open(href.sessions());
  const row = async (name: string) => (await screen.findByRole("link", { name })).closest("tr")!;
  await within(await row("lon-dock-02")).findByText("Restart by hand");
  expect(within(await row("iad-batch-01")).getByText("Updates off")).toBeTruthy();
  list.unmount();

  const page = open(href.session(windows.id));
  expect((await screen.findAllByText("Restart by hand")).length).toBeGreaterThan(0);
  page.unmount();

  open(href.rollout(id));
  await screen.findByText(/^Updates off\. Turn on update checks in its configuration/);
});
