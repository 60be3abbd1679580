// Cause: that rollouts of the same agents exclude each other was only tried in one process, whose transactions come one after the other. Law: of
// two services on one database, asked at the same moment, one starts a rollout of these agents and the other one refuses it (9020).
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type AgentSession, openSession } from "#agent/session.ts";
import type { ErrorBody } from "#contract/error.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { acceptingHost } from "../testing/accepting-host.ts";
import type { TestDatabase } from "../testing/postgres-database.ts";
import { callOver } from "../testing/test-app.ts";
import { createTestDatabase } from "../testing/test-postgres.ts";
import { buildService, launchService, type ServiceProcess } from "../testing/test-process.ts";

const ROUNDS = 5;
const WAIT = { timeout: 15_000, interval: 100 };
let folder: string;
let database: TestDatabase;
let running: ServiceProcess[];
let agents: AgentSession[];

beforeAll(buildService, 120_000);
beforeEach(async () => {
  const created = await createTestDatabase({ bare: true });
  if (!created) throw new Error("This test needs Postgres.");
  database = created;
  folder = mkdtempSync(join(tmpdir(), "gatehouse-overlap-"));
  running = [];
  agents = [];
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  for (const { child, exited } of running) {
    child.kill("SIGKILL");
    await exited;
  }
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function launch(name: string, key = ""): ServiceProcess {
  const off = ["--edge-http", "off", "--edge-https", "off", "--edge-tcp", "off"];
  const env = { GATEHOUSE_DATABASE_URL: database.url, GATEHOUSE_API_KEY: key };
  const started = launchService(["--data", join(folder, name), ...off], { env });
  running.push(started);
  return started;
}

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

it("two services never start rollouts of the same agents", { timeout: 60_000 }, async () => {
  const first = await launch("one").origin;
  const key = readFileSync(join(folder, "one", "admin.key"), "utf8").trim();
  const second = await launch("two", key).origin;
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
