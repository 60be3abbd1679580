// Cause: that rollouts of the same agents exclude each other was only tried in one process, whose transactions come one after the other. Law: of
// two services on one database, asked at the same moment, one starts a rollout of these agents and the other one refuses it (9020).
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type AgentSession, openSession } from "#agent/session.ts";
import type { ErrorBody } from "#contract/error.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { acceptingHost } from "../testing/accepting-host.ts";
import { NO_EDGE, processesOnPostgres } from "../testing/processes-on-postgres.ts";
import { callOver } from "../testing/test-app.ts";

const ROUNDS = 5;
const WAIT = { interval: 100 };
const { launch, keyOf } = processesOnPostgres();
let agents: AgentSession[];

beforeEach(() => {
  agents = [];
});
afterEach(() => Promise.all(agents.map((agent) => agent.close())));

/** An agent that its host starts again whenever it was stopped. */
function connect(origin: string, authtoken: string): void {
  const session = openSession({
    url: `${origin.replace("http", "ws")}/agent`,
    authtoken,
    host: acceptingHost,
    metadata: origin,
    tunnels: [],
  });
  agents.push(session);
  void session.ended.then(({ why }) => why === "stop" && setTimeout(() => connect(origin, authtoken), 1_500));
}

it("two services never start rollouts of the same agents", async () => {
  const first = await launch("one", { flags: NO_EDGE }).origin;
  const key = keyOf("one");
  const second = await launch("two", { flags: NO_EDGE, env: { GATEHOUSE_API_KEY: key } }).origin;
  const calls = [first, second].map((origin) =>
    callOver((path, init) => fetch(`${origin}${path}`, init), key),
  );
  const [call] = calls as [(typeof calls)[number]];
  const { token } = (await call<{ token: string }>("POST /credentials", { body: {} })).body;
  for (const origin of [first, second]) connect(origin, token);
  type Sessions = { tunnel_sessions: { id: string }[] };
  const online = async () => (await call<Sessions>("GET /tunnel_sessions")).body.tunnel_sessions;
  const read = async (id: string) => (await call<Rollout>(`GET /rollouts/${id}`)).body;
  for (let round = 0; round < ROUNDS; round += 1) {
    await vi.waitFor(async () => expect(await online()).toHaveLength(2), WAIT);
    // After the first agent it waits for an hour: it can't have ended before the other one is asked.
    const session_ids = (await online()).map(({ id }) => id);
    const body = { session_ids, action: "stop", canary: 1, pause_seconds: 3_600 };
    const answers = await Promise.all(
      calls.map((one) => one<Rollout & ErrorBody>("POST /rollouts", { body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const started = answers.find(({ status }) => status === 201)!.body;
    const refused = answers.find(({ status }) => status === 409)!.body;
    expect(refused.error_code).toBe("ERR_GATEHOUSE_9020");
    expect(refused.msg).toContain(`rollout ${started.id}, which has not ended`);
    expect((await call<{ rollouts: unknown[] }>("GET /rollouts")).body.rollouts).toHaveLength(round + 1);
    await vi.waitFor(async () => expect((await read(started.id)).counts.succeeded).toBe(1), WAIT);
    expect((await call(`PATCH /rollouts/${started.id}`, { body: { act: "halt" } })).status).toBe(200);
    expect((await read(started.id)).ended_at).not.toBeNull();
  }
});
