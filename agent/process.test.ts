import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { WebSocketServer } from "ws";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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
});
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
  startAt(t.url, ...flags);
}

function startAt(url: string, ...flags: string[]): void {
  const args = [join(folder, "node/agent.js"), "--url", url, "--authtoken", t.authtoken, ...flags];
  agent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  output = "";
  for (const stream of [agent.stdout, agent.stderr])
    stream?.on("data", (data: Buffer) => (output += data.toString()));
}

/** How its sessions ended. */
const endings = async () =>
  (await t.db.selectFrom("ended_sessions").select("reason").execute()).map(({ reason }) => reason);

/** The worker's pid and session of the nth time it came online. */
async function came(n: number): Promise<{ pid: number; session: string }> {
  const lines = () => [...output.matchAll(/Agent pid (\d+): session (ts_\w+) online\n/g)];
  await vi.waitFor(() => expect(lines()).toHaveLength(n));
  const [, pid, session] = lines()[n - 1]!;
  return { pid: Number(pid), session: session! };
}

const exitCode = async () => {
  const [code] = (await once(agent, "exit")) as [number | null];
  return code;
};

test("a restarted agent is back at the address that the service chose", async () => {
  start("--tunnel", "http:3000");
  const { session } = await came(1);
  await t.gateway.command(session, "restart");
  await came(2);
  const urls = () => [...output.matchAll(/  (https:\/\/\S+) → /g)].map(([, url]) => url);
  await vi.waitFor(() => expect(urls()).toHaveLength(2));
  expect(urls()[1]).toBe(urls()[0]);
});

test("restart: a new process and a new session, the same launcher; then stop exits 0", async () => {
  start("--tunnel", "http:3000,hostname=app.northwind.example", "--metadata", '{"host":"x"}');
  const first = await came(1);
  await vi.waitFor(() =>
    expect(output).toContain("  https://app.northwind.example → http://localhost:3000\n"),
  );
  // Cause: the launcher went on showing what it was given. Law: once it runs, no process of the agent shows its authtoken.
  for (const pid of [agent.pid, first.pid]) {
    const shown = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "--metadata");
    expect(shown).not.toContain(t.authtoken);
    expect(shown).toContain("--metadata");
  }

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
});

test("SIGTERM to the launcher ends the session and both processes", async () => {
  start();
  const { pid } = await came(1);
  const exited = exitCode();
  agent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  await vi.waitFor(async () => expect(await endings()).toEqual(["closed"]));
});

// Cause: a worker whose launcher was killed closed its session as one told to stop does. Law: a killed agent is lost, not stopped.
test("a launcher that is killed takes its worker along, and its session is lost", async () => {
  start();
  const { pid } = await came(1);
  const exited = exitCode();
  agent.kill("SIGKILL");
  await exited;
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/));
  await vi.waitFor(async () => expect(await endings()).toEqual(["lost"]));
});

test("a refused authtoken exits 1, a bad flag 2", async () => {
  await t.db.deleteFrom("credentials").execute();
  start();
  expect(await exitCode()).toBe(1);
  expect(output).toMatch(/Refused by the service: .*authtoken/);
  start("--tunnel", "http");
  expect(await exitCode()).toBe(2);
  expect(output).toMatch(/the port is missing/);
});

// Cause: Node ends with 1 after an error that nobody caught, which a supervisor takes for "refused by the service" and starts no
// more. Law: a crash, of launcher or worker, ends with 70.
test.each([
  ["WORKER", "setTimeout(() => { throw new Error('late') }, 500)"],
  ["WORKER", "setTimeout(() => void Promise.reject(new Error('late')), 500)"],
  ["LAUNCHER", "setTimeout(() => { throw new Error('late') }, 500)"],
])(
  "an error in the %s that nobody caught exits 70: %s",
  async (where, does) => {
    const isHere = `${where === "WORKER" ? "" : "!"}process.env.GATEHOUSE_AGENT_WORKER`;
    const early = `data:text/javascript,${encodeURIComponent(`if (${isHere}) ${does}`)}`;
    const env = { ...process.env, NODE_OPTIONS: `--import ${early}` };
    const args = [join(folder, "node/agent.js"), "--url", t.url, "--authtoken", t.authtoken];
    agent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
    let errors = "";
    agent.stderr?.on("data", (data: Buffer) => (errors += data.toString()));
    agent.stdout?.resume();
    expect(await exitCode()).toBe(70);
    expect(errors).toMatch(/^Crashed: Error: late\n/);
  },
  20_000,
);

// Cause: until its handlers were set an error ended with Node's 1. Law: that is said of a file that Node can't read, and of what the service refused,
// which starting it again does not mend; a program that fails while it loads ends with 70 as after any crash.
test("a program that fails while it loads exits 70, a file that is cut off 1", async () => {
  const file = join(folder, "node/agent.js");
  const run = async (program: string, env: NodeJS.ProcessEnv = process.env) => {
    agent = spawn(process.execPath, [program, "--version"], { stdio: ["ignore", "pipe", "pipe"], env });
    let errors = "";
    agent.stderr?.on("data", (data: Buffer) => (errors += data.toString()));
    return [await exitCode(), errors] as const;
  };
  const early = "globalThis.RegExp = function () { throw new Error('early') }";
  const [code, errors] = await run(file, {
    ...process.env,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(early)}`,
  });
  expect([code, errors]).toEqual([70, expect.stringMatching(/^Crashed: Error: early\n/)]);
  const cut = join(folder, "node/cut.mjs");
  const whole = await readFile(file, "utf8");
  await writeFile(cut, whole.slice(0, whole.length - 100));
  expect(await run(cut)).toEqual([1, expect.stringMatching(/SyntaxError/)]);
});

test("an agent whose output nobody reads any more exits 70 once it has something to say", async () => {
  start();
  const { session } = await came(1);
  const exited = exitCode();
  agent.stdout?.destroy();
  await t.gateway.command(session, "restart");
  expect(await exited).toBe(70);
});

describe("a configuration file", () => {
  const file = () => join(folder, "agent.yml");
  const startWith = (...flags: string[]) => {
    const args = [join(folder, "node/agent.js"), "--config", file(), ...flags];
    agent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    output = "";
    for (const stream of [agent.stdout, agent.stderr])
      stream?.on("data", (data: Buffer) => (output += data.toString()));
  };
  const write = async (text: string) => {
    await writeFile(join(folder, "token"), `${t.authtoken}\n`);
    await writeFile(file(), `url: ${t.url}\nauthtoken_file: token\n${text}`);
  };

  test("starts it, and lines are JSON for who asks", async () => {
    await write(
      "log_format: json\ntunnels:\n  - forwards_to: http:3000\n    hostname: app.northwind.example\n",
    );
    startWith();
    await vi.waitFor(() => expect(output.match(/"event":"tunnel"/g)).toHaveLength(2));
    const exited = exitCode();
    agent.kill("SIGTERM");
    expect(await exited).toBe(0);
    const lines = output.trim().split("\n");
    const said = lines.map(
      (line) => JSON.parse(line) as { event: string; session_id?: string; time: string },
    );
    expect(said.map(({ event }) => event)).toEqual(["online", "tunnel", "tunnel", "stopped"]);
    expect(said[0]).toMatchObject({ session_id: expect.stringMatching(/^ts_/), pid: expect.any(Number) });
    expect(output).not.toContain(t.authtoken);
  });

  test("--check connects once, says what it found, and ends with 0, 1, 2 or 3", async () => {
    const app = createServer();
    app.listen(0, "127.0.0.1");
    await once(app, "listening");
    const { port } = app.address() as AddressInfo;
    await write(`tunnels: [http:127.0.0.1:${port}, tcp:127.0.0.1:1]\n`);
    startWith("--check");
    expect(await exitCode()).toBe(0);
    app.close();
    expect(output.split("\n")).toEqual([
      "Configuration is valid: 2 tunnels",
      `Connected to ${t.url}, region us`,
      "Updates: this service publishes no agent releases",
      `http://127.0.0.1:${port} can be reached`,
      "127.0.0.1:1 can’t be reached (ECONNREFUSED)",
      "",
    ]);
    await vi.waitFor(async () => expect(await t.db.selectFrom("sessions").selectAll().execute()).toEqual([]));

    startWith("--check", "--url", "http://127.0.0.1:1");
    expect(await exitCode()).toBe(3);
    expect(output).toMatch(/Can’t connect to .*ECONNREFUSED/);
    await write("tunels: []\n");
    startWith("--check");
    expect(await exitCode()).toBe(2);
    expect(output).toBe("agent.yml: unknown name “tunels”. Did you mean tunnels?\n");
    await write("");
    await t.db.deleteFrom("credentials").execute();
    startWith("--check");
    expect(await exitCode()).toBe(1);
    expect(output).toMatch(/Refused by the service: Unknown authtoken/);
  });
});

describe("a hostile service", () => {
  // Cause: what a service said was printed as it came, and restart after restart was done at once, as fast as processes
  // start. Law: no control character of a service reaches the terminal, and restarts in a row wait ever longer.
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function hostile(...messages: object[]): Promise<{ url: string; hellos: number[] }> {
    server = createServer();
    const hellos: number[] = [];
    new WebSocketServer({ server }).on("connection", (socket) => {
      socket.once("message", () => {
        hellos.push(performance.now());
        for (const message of messages) socket.send(JSON.stringify(message));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`, hellos };
  }

  const EVIL = "\u001B[2J\u001B]0;owned\u0007\u009B1A\r\nAgent pid 1: stopped\u202E";
  const welcome = {
    type: "welcome",
    session_id: `ts_1${EVIL}`,
    region: EVIL,
    tunnels: Array.from({ length: 100 }, () => ({
      id: "tn_1",
      public_url: `https://a${EVIL}${"x".repeat(1000)}`,
    })),
    heartbeat: { interval_ms: 10_000, tolerance_ms: 25_000 },
  };

  test("its words are printed without what moves a terminal, on lines of the agent's own", async () => {
    const goodbye = { type: "goodbye", reason: `Go.${EVIL}${"y".repeat(100_000)}`, retry: false };
    const { url } = await hostile(welcome, goodbye);
    startAt(url, "--tunnel", "http:3000");
    expect(await exitCode()).toBe(1);
    const lines = output.split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^Agent pid \d+: session ts_1 Agent pid 1: stopped online$/),
      expect.stringMatching(/^  https:\/\/a Agent pid 1: stoppedx+… → http:\/\/localhost:3000$/),
      expect.stringMatching(/^Refused by the service: Go\. Agent pid 1: stoppedy+…$/),
      "",
    ]);
    expect(output).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(output.length).toBeLessThan(1000);
  });

  test("its reason to come back later is printed so too", async () => {
    const { url } = await hostile({ type: "goodbye", reason: `Later.${EVIL}`, retry: true });
    startAt(url);
    await vi.waitFor(() => expect(output).toContain(" s.\n"));
    expect(output).toMatch(/^Offline: Later\. Agent pid 1: stopped Trying again in [\d.]+ s\.\n/);
    expect(output).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  });

  test("that restarts it without end is obeyed ever more slowly, and the wait can be ended", async () => {
    const { url, hellos } = await hostile(welcome, { type: "command", id: "1", kind: "restart" });
    startAt(url);
    await vi.waitFor(() => expect(output).toMatch(/Restart 4 in a row\. Starting again in [\d.]+ s\.\n$/));
    expect(output.match(/in a row/g)).toHaveLength(3);
    expect(hellos).toHaveLength(4);
    // The second comes at once, the third after at least 0.5 s, the fourth after at least 1 s.
    expect(hellos[3]! - hellos[1]!).toBeGreaterThan(1500);
    const exited = exitCode();
    agent.kill("SIGTERM");
    expect(await exited).toBe(0);
  });
});
