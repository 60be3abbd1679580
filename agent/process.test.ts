import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestGateway, type TestGateway } from "#service/testing/test-gateway.ts";

let folder: string;
let t: TestGateway;
let agent: ChildProcess;
let output: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gatehouse-agent-"));
  const outDir = join(folder, "node");
  const rolldownOptions = { input: { agent: "agent/main.ts" } };
  await build({
    configFile: false,
    ...(await bundleConfig()),
    build: { ssr: true, outDir, target: "node20", rolldownOptions },
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  t = await startTestGateway();
});
afterEach(async () => {
  if (agent.exitCode === null && agent.signalCode === null) {
    agent.kill("SIGKILL");
    await once(agent, "exit");
  }
  await t.dispose();
});

/** What vite.node.config.ts sets for both programs, less the service's. */
async function bundleConfig() {
  const { default: config } = await import("../vite.node.config.ts");
  return { logLevel: "silent" as const, publicDir: false as const, resolve: config.resolve, ssr: config.ssr };
}

function start(...flags: string[]): void {
  const args = [join(folder, "node/agent.js"), "--url", t.url, "--authtoken", t.authtoken, ...flags];
  agent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  output = "";
  for (const stream of [agent.stdout, agent.stderr])
    stream?.on("data", (data: Buffer) => (output += data.toString()));
}

/** The worker's pid and session of the nth time it came online. */
async function came(n: number): Promise<{ pid: number; session: string }> {
  const lines = () => [...output.matchAll(/Agent pid (\d+): session (ts_\w+) online\n/g)];
  await vi.waitFor(() => expect(lines()).toHaveLength(n), { timeout: 10_000 });
  const [, pid, session] = lines()[n - 1]!;
  return { pid: Number(pid), session: session! };
}

const exitCode = async () => {
  const [code] = (await once(agent, "exit")) as [number | null];
  return code;
};

test("restart: a new process and a new session, the same launcher; then stop exits 0", async () => {
  start("--tunnel", "http:3000,hostname=app.northwind.example", "--metadata", '{"host":"x"}');
  const first = await came(1);
  expect(output).toContain("  https://app.northwind.example → http://localhost:3000\n");
  expect(await readFile(`/proc/${first.pid}/cmdline`, "utf8").catch(() => "")).not.toContain(t.authtoken);

  expect(await t.gateway.command(first.session, "restart")).toEqual({ outcome: "accepted" });
  const second = await came(2);
  expect(second.pid).not.toBe(first.pid);
  expect(second.pid).not.toBe(agent.pid);
  expect(second.session).not.toBe(first.session);
  expect(agent.exitCode).toBeNull();

  expect(await t.gateway.command(second.session, "update")).toMatchObject({
    refusal: "update_not_available",
  });
  const exited = exitCode();
  expect(await t.gateway.command(second.session, "stop")).toEqual({ outcome: "accepted" });
  expect(await exited).toBe(0);
  expect(output).not.toContain(t.authtoken);
}, 20_000);

test("SIGTERM to the launcher ends the session and both processes", async () => {
  start();
  const { pid } = await came(1);
  const exited = exitCode();
  agent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  await vi.waitFor(async () => expect(await t.db.selectFrom("sessions").selectAll().execute()).toEqual([]));
}, 20_000);

test("a launcher that is killed takes its worker along", async () => {
  start();
  const { pid } = await came(1);
  const exited = exitCode();
  agent.kill("SIGKILL");
  await exited;
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), { timeout: 5000 });
}, 20_000);

test("a refused authtoken exits 1, a bad flag 2", async () => {
  await t.db.deleteFrom("credentials").execute();
  start();
  expect(await exitCode()).toBe(1);
  expect(output).toMatch(/Refused by the service: .*authtoken/);
  start("--tunnel", "http");
  expect(await exitCode()).toBe(2);
  expect(output).toMatch(/the port is missing/);
}, 20_000);
