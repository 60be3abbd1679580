// Cause: a rollout that watches an endpoint held without a word once the service was started with --traffic-keep off. Law: what
// waits says for what.
import { expect, it, vi } from "vitest";
import { askedFor } from "#contract/rollouts/asked.ts";
import { newRollout } from "#contract/rollouts/machine.ts";
import type { KeptSession } from "#contract/rollouts/reading.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { columnsOf, insertRollout } from "../store/rollouts.ts";
import { startTestApp } from "../testing/test-app.ts";
import { createRolloutRunner } from "./runner.ts";

it("says that it waits for errors that nobody counts", async () => {
  const app = await startTestApp();
  const session: KeptSession = {
    id: "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    agent_version: "1.0.0",
    credential_id: "cr_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    ip: "192.0.2.7",
    metadata: "",
    os: "linux",
    region: "eu",
    started_at: "2026-11-23T08:00:00Z",
    transport: "service/2",
    alone: true,
  };
  const halt_endpoint_id = "ep_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";
  const asked = askedFor({
    session_ids: [session.id],
    action: "restart",
    halt_endpoint_id,
    halt_error_percent: 5,
  });
  const planned = { session_id: session.id, from: "1.0.0", restarts: true, batch: 0 };
  const state = newRollout(asked, [planned]);
  const row = {
    id: "ro_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    created_at: "2026-11-23T09:00:00Z",
    owner_id: app.userId,
    node_id: "node",
    asked: JSON.stringify(asked),
    plan: JSON.stringify({ batches: [], skipped: [] }),
    revision: 0,
    ...columnsOf(state),
  };
  await insertRollout(app.db, { row, state, sessions: [session] });
  const runner = createRolloutRunner({
    db: app.db,
    log: { info: () => undefined, warn: () => undefined },
    nodeId: "node",
    shared: false,
    command: () => Promise.resolve(null),
    metrics: null,
    everyMs: 10,
  });
  const read = async () => (await app.call<Rollout>(`GET /rollouts/${row.id}`)).body;
  await vi.waitFor(async () => expect((await read()).held_by).toBe("errors_unknown"));
  expect((await read()).counts).toMatchObject({ waiting: 1, running: 0 });
  await app.call(`PATCH /rollouts/${row.id}`, { body: { act: "halt" } });
  expect(await read()).toMatchObject({ held_by: null, status: "halted", halted_by: "asked" });
  await runner.close();
  await app.close();
});
