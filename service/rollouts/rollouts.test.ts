// Law: a rollout halts where told, outlives the service that ran it, retries only what failed, and its ledger is what the
// agents were told.
import { once, setMaxListeners } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { faultyAgents, startFaultyAgents } from "#agent/testing/faulty-agents.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { TEST_MS } from "../../scripts/patience.mjs";
import { callOver } from "../testing/test-app.ts";
import { buildService, launchService, type ServiceProcess } from "../testing/test-process.ts";

const AGENTS = 200;
/** Two hundred agents, a few at a time. */
const ROLLOUT_MS = 3 * TEST_MS;
let folder: string;
let service: ServiceProcess;
let log: string;
const abort: AbortController[] = [];

beforeAll(buildService);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-rollouts-"));
  log = "";
});
afterEach(async () => {
  for (const one of abort.splice(0)) one.abort();
  service.child.kill("SIGKILL");
  await service.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function start(port = "0", https = "off"): Promise<string> {
  service = launchService(["--data", folder, "--port", port, "--edge-http", "off", "--edge-https", https], {
    env: { GATEHOUSE_LOG: "info" },
  });
  return service.origin;
}

const commandsOf = ({ agents }: Rollout) =>
  agents.map(({ session, steps }) => ({
    name: (JSON.parse(session.metadata) as { host: string }).host,
    commands: steps.filter(({ kind }) => kind === "update" || kind === "restart"),
  }));

it(
  "over 200 agents halts where told, survives kill -9, and retries only what failed",
  { timeout: ROLLOUT_MS },
  async () => {
    const origin = await start();
    const { port } = new URL(origin);
    const call = callOver(
      (path, init) => fetch(`${origin}${path}`, init),
      readFileSync(join(folder, "admin.key"), "utf8").trim(),
    );
    const { token } = (await call<{ token: string }>("POST /credentials", { body: {} })).body;
    const agents = faultyAgents(AGENTS);
    const end = new AbortController();
    // Each agent listens to it.
    setMaxListeners(0, end.signal);
    abort.push(end);
    const at = { url: `${origin.replace("http", "ws")}/agent`, authtoken: token };
    startFaultyAgents(agents, at, end.signal);
    type Sessions = { tunnel_sessions: { id: string; metadata: string }[] };
    const sessions = async () => {
      const first = (await call<Sessions>("GET /tunnel_sessions")).body.tunnel_sessions;
      const last = first.at(-1)?.id ?? "";
      const more = (await call<Sessions>(`GET /tunnel_sessions?before_id=${last}`)).body.tunnel_sessions;
      return [...first, ...more];
    };
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(AGENTS));
    const numberOf = ({ metadata }: { metadata: string }) => Number(/\d+/.exec(metadata)?.[0]);
    const ordered = (await sessions()).toSorted((a, b) => numberOf(a) - numberOf(b));

    const body = {
      session_ids: ordered.map(({ id }) => id),
      action: "update_and_restart",
      canary: 0,
      batch_size: 100,
      at_once: 50,
      pause_seconds: 0,
      halt_failures: 8,
    };
    const created = await call<Rollout>("POST /rollouts", { body });
    expect([created.status, created.body.counts?.waiting]).toEqual([201, AGENTS]);
    const { id } = created.body;
    const read = async () => (await call<Rollout>(`GET /rollouts/${id}`)).body;

    // In the middle: some wait for their restart, some are done.
    await vi.waitFor(async () => expect((await read()).counts.succeeded).toBeGreaterThan(10), {
      interval: 50,
    });
    service.child.kill("SIGKILL");
    await service.exited;
    log += service.errors();
    expect(await start(port)).toBe(origin);

    const halted = await vi.waitFor(
      async () => {
        const now = await read();
        expect(now.ended_at).not.toBeNull();
        return now;
      },
      { timeout: ROLLOUT_MS, interval: 500 },
    );
    expect([halted.status, halted.halted_by]).toEqual(["halted", "failures"]);
    expect(halted.counts.failed).toBeGreaterThanOrEqual(8);
    expect(halted.counts.not_started).toBeGreaterThanOrEqual(100);
    const wrong = halted.agents.filter(({ session, state, version }) => {
      const agent = agents[numberOf(session)]!;
      if (state === "succeeded")
        return agent.fault !== null || agent.version !== "1.1.0" || version !== "1.1.0";
      return state === "not_started" && agent.told.length > 0;
    });
    expect(wrong).toEqual([]);

    // Whatever was wrong is put right.
    const before = new Map(agents.map((agent) => [agent.name, agent.told.length]));
    const failed = new Set(
      halted.agents.flatMap(({ session, state }) => (state === "failed" ? [numberOf(session)] : [])),
    );
    for (const agent of agents) agent.fault = null;
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(AGENTS));
    expect((await call("PATCH /rollouts/" + id, { body: { act: "retry" } })).status).toBe(200);
    const retried = await vi.waitFor(
      async () => {
        const now = await read();
        expect(now.ended_at).not.toBeNull();
        return now;
      },
      { timeout: ROLLOUT_MS, interval: 500 },
    );
    expect(retried.counts).toMatchObject({ failed: 0, not_started: halted.counts.not_started });
    const others = agents.filter((_, i) => !failed.has(i));
    expect(others.filter(({ name, told }) => told.length !== before.get(name))).toEqual([]);

    // The ledger is what the service logged, and nothing was told that is not in it.
    log += service.errors();
    type Line = { msg: string; session: string; command: string };
    const logged = log
      .split("\n")
      .filter((line) => line.includes('"rollout command"'))
      .map((line) => JSON.parse(line) as Line);
    const ledger = commandsOf(retried).flatMap(({ commands }) => commands);
    const key = (session: string, command: string) => `${command} ${session}`;
    const inLedger = ledger.map(({ session_id, kind }) => key(session_id, kind)).toSorted();
    const inLog = logged.map(({ session, command }) => key(session, command)).toSorted();
    const unsent = ledger.filter(
      ({ session_id, kind, result }) => result === "unsure" && !inLog.includes(key(session_id, kind)),
    ).length;
    expect(inLog.filter((one) => !inLedger.includes(one))).toEqual([]);
    expect(inLedger.length - inLog.length).toBe(unsent);
    for (const { name, commands } of commandsOf(retried)) {
      const { told } = agents.find((agent) => agent.name === name)!;
      expect(commands.length).toBeGreaterThanOrEqual(told.length);
      expect(commands.filter(({ result }) => result === "done").length).toBeLessThanOrEqual(told.length);
    }
  },
);

it("halts by the errors of the endpoint that it watches, and goes on when it is resumed", async () => {
  const origin = await start("0", "0");
  const key = readFileSync(join(folder, "admin.key"), "utf8").trim();
  const call = callOver((path, init) => fetch(`${origin}${path}`, init), key);
  const { token } = (await call<{ token: string }>("POST /credentials", { body: {} })).body;
  const [agent] = faultyAgents(1);
  const end = new AbortController();
  abort.push(end);
  startFaultyAgents([agent!], { url: `${origin.replace("http", "ws")}/agent`, authtoken: token }, end.signal);
  type Endpoints = { endpoints: { id: string; public_url: string }[] };
  const watched = await vi.waitFor(async () => {
    const [one] = (await call<Endpoints>("GET /endpoints")).body.endpoints;
    expect(one).toBeDefined();
    return one!;
  });
  // These agents carry no requests.
  const { hostname, port } = new URL(watched.public_url);
  for (let i = 0; i < 5; i += 1) {
    const asked = request({ port, host: "127.0.0.1", servername: hostname, rejectUnauthorized: false });
    asked.setHeader("host", hostname);
    const [answer] = (await once(asked.end(), "response")) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(503);
  }
  const counted = `GET /traffic_metrics?by=endpoint&id=${watched.id}`;
  type Metrics = { series: { buckets: { errors: number }[] }[] };
  const errors = async () =>
    (await call<Metrics>(counted)).body.series
      .flatMap(({ buckets }) => buckets)
      .reduce((sum, one) => sum + one.errors, 0);
  await vi.waitFor(async () => expect(await errors()).toBe(5));

  type Sessions = { tunnel_sessions: { id: string }[] };
  const [session] = (await call<Sessions>("GET /tunnel_sessions")).body.tunnel_sessions;
  const { id, halt_url } = (
    await call<Rollout>("POST /rollouts", {
      body: {
        session_ids: [session!.id],
        action: "restart",
        halt_endpoint_id: watched.id,
        halt_error_percent: 100,
      },
    })
  ).body;
  expect(halt_url).toBe(watched.public_url);
  const read = async () => (await call<Rollout>(`GET /rollouts/${id}`)).body;
  await vi.waitFor(async () => expect((await read()).status).toBe("halted"));
  expect([(await read()).halted_by, agent!.told]).toEqual(["errors", []]);
  await call("PATCH /rollouts/" + id, { body: { act: "resume" } });
  await vi.waitFor(async () => expect((await read()).status).toBe("done"));
  expect([(await read()).counts.succeeded, agent!.told]).toEqual([1, ["restart"]]);
});
