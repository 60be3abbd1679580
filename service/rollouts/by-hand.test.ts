// Cause: an agent that can’t restart itself ended as "restart by hand" and nobody looked again, least of all a service that was restarted
// meanwhile. Law: it is watched until it is back with the new version, then it is done, with the time that it took.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type AgentSession, openSession } from "#agent/session.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { acceptingHost } from "../testing/accepting-host.ts";
import { callOver } from "../testing/test-app.ts";
import { buildService, launchService, type ServiceProcess } from "../testing/test-process.ts";

let folder: string;
let service: ServiceProcess;
let agent: AgentSession;

beforeAll(buildService);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-by-hand-"));
});
afterEach(async () => {
  await agent.close();
  service.child.kill("SIGKILL");
  await service.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function start(port = "0"): Promise<string> {
  const off = ["--edge-http", "off", "--edge-https", "off"];
  service = launchService(["--data", folder, "--port", port, ...off], { env: { GATEHOUSE_LOG: "info" } });
  return service.origin;
}

/** The agent as its host starts it; answers its session. */
function startOnHost(origin: string, authtoken: string, version: string): Promise<string> {
  return new Promise((resolve) => {
    agent = openSession({
      url: `${origin.replace("http", "ws")}/agent`,
      authtoken,
      host: {
        ...acceptingHost,
        os: "windows",
        version,
        reports: { current: { state: "updated", version: "1.1.0" } },
      },
      metadata: '{"host":"lon-dock-02"}',
      tunnels: [],
      backoff: { firstMs: 50, maxMs: 200 },
      onOnline: ({ session_id }) => resolve(session_id),
    });
  });
}

it("is done once its host has started it, whatever service watches by then", async () => {
  const origin = await start();
  const key = readFileSync(join(folder, "admin.key"), "utf8").trim();
  const call = callOver((path, init) => fetch(`${origin}${path}`, init), key);
  const { token } = (await call<{ token: string }>("POST /credentials", { body: {} })).body;
  const first = await startOnHost(origin, token, "1.0.0");
  const body = { session_ids: [first], action: "update_and_restart" };
  const { id } = (await call<Rollout>("POST /rollouts", { body })).body;
  const read = async () => (await call<Rollout>(`GET /rollouts/${id}`)).body;
  const ended = await vi.waitFor(
    async () => {
      const now = await read();
      expect(now.ended_at).not.toBeNull();
      return now;
    },
    { interval: 200 },
  );
  expect([ended.status, ended.counts.by_hand, ended.agents[0]?.detail]).toEqual([
    "done",
    1,
    "Updated. Start it again on its host to run the new version.",
  ]);
  // What only waits for a host keeps nobody else from its agents.
  const other = await call<Rollout>("POST /rollouts", { body: { session_ids: [first], action: "stop" } });
  expect(other.status).toBe(201);
  await vi.waitFor(async () =>
    expect((await call<Rollout>(`GET /rollouts/${other.body.id}`)).body.status).toBe("done"),
  );

  service.child.kill("SIGKILL");
  await service.exited;
  expect(await start(new URL(origin).port)).toBe(origin);
  const second = await startOnHost(origin, token, "1.1.0");
  const done = await vi.waitFor(
    async () => {
      const now = await read();
      expect(now.counts.succeeded).toBe(1);
      return now;
    },
    { interval: 200 },
  );
  const [{ session_id, version, detail, steps }] = done.agents as [Rollout["agents"][number]];
  expect([session_id, version, done.ended_at]).toEqual([second, "1.1.0", ended.ended_at]);
  expect(detail).toMatch(/^Started on its host after \d+ s, 1\.0\.0 → 1\.1\.0\.$/);
  const { kind, result, ended_at } = steps.at(-1)!;
  expect([kind, result, ended_at !== null]).toEqual(["start", "done", true]);
});
