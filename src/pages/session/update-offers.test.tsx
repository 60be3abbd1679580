// Cause: "Update and restart…" of an agent that was up to date opened a rollout with nobody in it, "Update…" asked, promised a restart
// and was refused, and of one that had refused its update it could be sent again. Law: a command that can do nothing is off, with its reason: on the page, in the menu, where asked.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { queryClient } from "#api/query-client.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered } from "#fleet/action.ts";
import { ActionDialog } from "#fleet/action-dialog.tsx";
import { startAction } from "#fleet/start-action.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { published } from "#fleet/use-published.ts";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionMenu } from "#pages/sessions/session-menu.ts";
import { buildRows } from "#pages/sessions/session-rows.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./session-page.tsx";

connectedService({ demo: 4 });
afterEach(() => {
  queryClient.clear();
  ledger.update(() => []);
});

async function known() {
  const releases = await queryClient.fetchQuery(published);
  const sessions = await queryClient.fetchQuery(tunnelSessions.query);
  const named = (name: string) => sessions.find((one) => sessionName(one) === name)!;
  const menuOf = ({ id }: TunnelSession) => {
    const actions = ledger.getSnapshot();
    const rows = buildRows({ sessions, serves: null, actions, published: releases, now: Date.now() });
    const row = rows.find((one) => one.id === id)!;
    const items = sessionMenu(
      row,
      () => undefined,
      () => undefined,
    );
    return items.flatMap((item) => (typeof item === "object" ? [[item.label, item.disabledReason]] : []));
  };
  return { sessions, named, menuOf };
}

const open = ({ id }: TunnelSession) =>
  renderInApp(null, {
    client: queryClient,
    path: href.session(id),
    routes: [{ path: paths.session, element: <Component /> }],
  });

const off = (button: HTMLElement) => [button.getAttribute("aria-disabled"), button.textContent];

it("has nothing to update where the agent is up to date", async () => {
  const { named, menuOf } = await known();
  const current = named("fra-gw-01");
  expect(menuOf(current)).toEqual([
    ["Update…", "Up to date."],
    ["Restart…", undefined],
    ["Update and restart…", "Up to date."],
    ["Stop…", undefined],
    ["Copy ID", undefined],
  ]);
  const page = open(current);
  for (const name of ["Update…", "Update and restart…"])
    expect(off(await screen.findByRole("button", { name }))).toEqual(["true", `${name}Up to date.`]);
  page.unmount();
  renderInApp(<ActionDialog kind="update" session={current} target={null} onClose={() => {}} />, {
    client: queryClient,
  });
  const ask = await screen.findByRole("button", { name: "Update fra-gw-01" });
  expect(off(ask)).toEqual(["true", "Update fra-gw-01Up to date."]);
  expect(screen.getByText(/^Runs /).textContent).toBe("Runs 3.18.2. Up to date.");
  expect(screen.queryByText(/Restart it to finish/)).toBeNull();
});

// Cause: the menu of an outdated agent had "Update and restart…" last, below the red "Stop…". Law: what is most likely meant is
// first, what is dangerous last.
it("begins with the update and its restart where the agent is outdated", async () => {
  const { named, menuOf } = await known();
  expect(menuOf(named("fra-gw-02"))).toEqual([
    ["Update and restart…", undefined],
    ["Update to 3.18.2…", undefined],
    ["Restart…", undefined],
    ["Stop…", undefined],
    ["Copy ID", undefined],
  ]);
});

it("sends no update again that was refused", async () => {
  const { sessions, named, menuOf } = await known();
  const session = named("iad-batch-01");
  const why = "Updates off. Turn on update checks in its configuration, or update it on its host.";
  const sent = startAction({ id: "1", kind: "update", session, sessions, urls: [], at: Date.now() });
  const error = { msg: "No.", code: UPDATE_REFUSALS.disabled };
  ledger.update(() => [answered(sent, { outcome: "refused", error }, Date.now())]);
  expect(menuOf(session).slice(0, 3)).toEqual([
    ["Update and restart…", why],
    ["Update to 3.18.2…", why],
    ["Restart…", undefined],
  ]);
  const page = open(session);
  for (const name of ["Update to 3.18.2…", "Update and restart…"])
    expect(off(await screen.findByRole("button", { name }))).toEqual(["true", `${name}${why}`]);
  page.unmount();
  renderInApp(<ActionDialog kind="update" session={session} target="3.18.2" onClose={() => {}} />, {
    client: queryClient,
  });
  const ask = await screen.findByRole("button", { name: "Update iad-batch-01" });
  expect(off(ask)).toEqual(["true", `Update iad-batch-01${why}`]);
});
