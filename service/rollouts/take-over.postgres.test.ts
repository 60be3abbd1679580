// Law: a rollout whose process is killed is gone on with by another one within the lease, from what was kept: nobody is told
// twice what was answered, and nobody counts as done that is not.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ACCEPTED } from "#agent/host.ts";
import { type AgentSession, openSession } from "#agent/session.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { acceptingHost } from "../testing/accepting-host.ts";
import { NO_EDGE, processesOnPostgres } from "../testing/processes-on-postgres.ts";
import { callOver } from "../testing/test-app.ts";

const LEASE_S = 1;
const AGENTS = 4;
const { launch, keyOf } = processesOnPostgres();
let agents: AgentSession[];

beforeEach(() => {
  agents = [];
});
afterEach(() => Promise.all(agents.map((agent) => agent.close())));

function started(name: string, key = "") {
  const flags = ["--lease", String(LEASE_S), ...NO_EDGE];
  return launch(name, { flags, env: { GATEHOUSE_LOG: "info", GATEHOUSE_API_KEY: key } });
}

it("a killed process’s rollout ends at the other one", async () => {
  const one = started("one");
  const first = await one.origin;
  const key = keyOf("one");
  const two = started("two", key);
  const second = await two.origin;
  const call = callOver((path, init) => fetch(`${second}${path}`, init), key);
  const { token } = (await call<{ token: string }>("POST /credentials", { body: {} })).body;
  const told = new Map<string, number>();
  const ids: string[] = [];
  const dead = one.exited;
  const live = (name: string): void => {
    const session = openSession({
      url: `${second.replace("http", "ws")}/agent`,
      authtoken: token,
      host: {
        ...acceptingHost,
        restart: () => {
          told.set(name, (told.get(name) ?? 0) + 1);
          return ACCEPTED;
        },
      },
      metadata: name,
      tunnels: [],
      onOnline: ({ session_id }) => ids.push(session_id),
    });
    agents.push(session);
    void again(name, session);
  };
  async function again(name: string, { ended }: AgentSession): Promise<void> {
    if ((await ended).why !== "restart") return;
    // The second one is away until then.
    if (told.size > 1) await dead;
    live(name);
  }
  for (let n = 0; n < AGENTS; n += 1) live(`agent-${n}`);
  await vi.waitFor(() => expect(ids).toHaveLength(AGENTS));

  const body = {
    session_ids: [...ids],
    action: "restart",
    canary: 0,
    at_once: 1,
    pause_seconds: 0,
    halt_percent: null,
  };
  const createdAt = callOver((path, init) => fetch(`${first}${path}`, init), key);
  const { id } = (await createdAt<Rollout>("POST /rollouts", { body })).body;
  const read = async () => (await call<Rollout>(`GET /rollouts/${id}`)).body;
  await vi.waitFor(async () => expect((await read()).counts).toMatchObject({ succeeded: 1, running: 1 }));
  one.child.kill("SIGKILL");
  const killed = performance.now();
  await vi.waitFor(() => expect(two.errors()).toContain("rollout taken over"));
  // Its next look is within a second; the rest is for a machine that does other work besides.
  expect(performance.now() - killed).toBeLessThan((LEASE_S + 4) * 1_000);

  const ended = await vi.waitFor(
    async () => {
      const rollout = await read();
      expect(rollout.ended_at).not.toBeNull();
      return rollout;
    },
    // Once all are back, they are watched for 10 s.
    { interval: 100 },
  );
  // Of the command that was under way the answer may be lost.
  expect(ended.counts.succeeded).toBeGreaterThanOrEqual(AGENTS - 1);
  const wrong = ended.agents.filter(({ session, state, steps, detail }) => {
    const times = told.get(session.metadata) ?? 0;
    const sent = steps.filter(({ kind }) => kind === "restart").length;
    const asSeen = state === "succeeded" ? times === 1 : detail.includes("the answer was lost");
    return times > sent || !asSeen;
  });
  expect(wrong).toEqual([]);
});
