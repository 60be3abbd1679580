// Cause: the plan of an update had an agent of the demo that ran the newest version, and listed its URLs as offline. Law: what the
// service knows its agents to update to is what the plan is made from, the releases of its demo too.
import { expect, it } from "vitest";
import type { RolloutPlan } from "#contract/rollouts/rollout.ts";
import { startTestService } from "#testing/service.ts";
import { callOver } from "../testing/test-app.ts";

it("skips agents of the demo that are up to date, and leaves their URLs online", async () => {
  const service = await startTestService({ demo: 2 });
  const call = callOver((path, init) => fetch(`${service.origin}${path}`, init), service.key);
  type Sessions = { tunnel_sessions: { id: string; agent_version: string }[] };
  const { tunnel_sessions: all } = (await call<Sessions>("GET /tunnel_sessions")).body;
  const idOf = (version: string) => all.find((one) => one.agent_version === version)?.id;
  const plan = async (ids: unknown[], action: string) =>
    (await call<RolloutPlan>("POST /rollout_previews", { body: { session_ids: ids, action } })).body;
  const current = idOf("3.18.2");
  const outdated = idOf("3.17.4");

  const both = await plan([current, outdated], "update_and_restart");
  expect(both.skipped).toMatchObject([{ session_id: current, reason: "Up to date." }]);
  expect(both.batches.map(({ session_ids: ids }) => ids)).toEqual([[outdated]]);
  const alone = await plan([current], "update_and_restart");
  expect([alone.batches, alone.skipped.length]).toEqual([[], 1]);
  expect((await plan([current], "restart")).batches.map(({ offline }) => offline.length > 0)).toEqual([true]);
  await service.close();
});
