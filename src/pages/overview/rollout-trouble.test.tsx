// Cause: a rollout that halted was told on its own page only. Law: it needs attention on the overview until it is retried, or a newer
// one is started.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { happeningsOf } from "#activity/happenings.ts";
import { request } from "#api/client.ts";
import { fetchEvents } from "#api/events.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { Rollout, RolloutAct } from "#contract/rollouts/rollout.ts";
import { troubleOf } from "#fleet/rollout/rollout-words.ts";
import { rolloutList } from "#fleet/rollout/rollouts.ts";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./overview-page.tsx";

connectedService({ demo: 24 });

const read = (id: string) => request<Rollout>({ method: "GET", path: `/rollouts/${id}` });
const act = (id: string, asked: RolloutAct) =>
  request<Rollout>({ method: "PATCH", path: `/rollouts/${id}`, body: { act: asked } });
const ended = (id: string) =>
  waitFor(async () => expect((await read(id)).ended_at).not.toBeNull(), { interval: 200 });

it("a halted rollout needs attention until it is retried or a newer one starts", async () => {
  const sessions = await fetchNewestSessions();
  const named = (name: string) => sessions.find((one) => sessionName(one) === name)!.id;
  const start = async (ids: string[], action: string) =>
    (
      await request<Rollout>({
        method: "POST",
        path: "/rollouts",
        body: { session_ids: ids, action, canary: 1 },
      })
    ).id;
  // It refuses updates.
  const id = await start([named("iad-batch-01")], "update_and_restart");
  await ended(id);
  const client = createQueryClient();
  renderInApp(null, { client, path: href.home(), routes: [{ path: paths.home, element: <Component /> }] });
  const what = await screen.findByText("Rollout halted: the canary failed");
  const line = what.closest("li")!;
  expect(line.textContent).toContain("Update and restart 1 agent: 1 failed.");
  expect(
    within(line)
      .getByRole("link", { name: /^Show rollout/ })
      .getAttribute("href"),
  ).toBe(href.rollout(id));

  const list = async () => client.fetchQuery({ ...rolloutList, staleTime: 0 });
  const retried = await act(id, "retry");
  expect(troubleOf([retried])).toEqual([]);
  const told = await fetchEvents({ object_id: id }, null);
  expect(happeningsOf(told?.events ?? [], [], [], 0)[0]).toMatchObject({
    did: "retried",
    detail: "1 failed agent, it had halted after a failed canary",
  });
  await ended(id);
  expect(troubleOf(await list())).toHaveLength(1);
  const next = await start([named("ams-scan-01")], "restart");
  expect(troubleOf(await list())).toEqual([]);
  // Cause: a rollout that somebody had paused was told on its own page only. Law: what waits for a hand needs attention, however old.
  const paused = await act(next, "pause");
  const said = { what: "Rollout paused", tone: "warn" };
  expect(troubleOf([retried, paused])).toMatchObject([said]);
  await act(next, "resume");
  await waitFor(() => expect(screen.queryByText("Rollout halted: the canary failed")).toBeNull());
});
