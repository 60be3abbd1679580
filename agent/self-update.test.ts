// Law: an agent runs nothing that was not signed for it, and whatever fails leaves the old version serving
// (docs/decisions/agents/releases.md, docs/decisions/agents/proven-bundles.md). The agent, its releases and the service are built programs.
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AGENT_BUNDLE, KEY_FILE, MANIFEST, type Release } from "#contract/agent-release.ts";
import type { AgentUpdate } from "#contract/agent-update.ts";
import type { ErrorBody } from "#contract/error.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { buildService, launchService, type ServiceProcess } from "#service/testing/test-process.ts";
import { newSigningKey, signRelease, updateKeyOf } from "./signature.ts";

const run = promisify(execFile);
const WAIT = { interval: 50 };
/** Another user, who may not write where root may. */
const NOBODY = 65_534;

let built: string;
let dir: string;
let releases: string;
let data: string;
let service: ServiceProcess;
let origin: string;
let credential: { id: string; token: string };
let agents: ChildProcess[];
let undo: (() => void)[];

const script = (...flags: string[]) =>
  run(process.execPath, [
    "scripts/release-agent.mjs",
    "--key",
    join(built, "key"),
    "--releases",
    join(built, "releases"),
    "--out",
    join(built, "package"),
    ...flags,
  ]);

beforeAll(async () => {
  built = fs.mkdtempSync(join(tmpdir(), "gatehouse-releases-"));
  await script("--version", "0.9.0");
  await script("--version", "1.0.0");
  fs.cpSync(join(built, "package"), join(built, "package-1.0.0"), { recursive: true });
  await script("--version", "1.1.0", "--notes", "Reconnects faster.");
  await buildService();
  releases = join(built, "published");
  data = join(built, "data");
  fs.mkdirSync(releases);
  const off = ["--edge-http", "off", "--edge-https", "off", "--edge-tcp", "off"];
  service = launchService(["--data", data, "--releases", releases, ...off]);
  origin = await service.origin;
});
afterAll(async () => {
  service.child.kill("SIGKILL");
  await service.exited;
  fs.rmSync(built, { recursive: true });
});

beforeEach(async () => {
  dir = fs.mkdtempSync(join(tmpdir(), "gatehouse-update-"));
  fs.chmodSync(dir, 0o755);
  agents = [];
  undo = [];
  for (const name of fs.readdirSync(releases)) fs.rmSync(join(releases, name), { recursive: true });
  fs.cpSync(join(built, "releases"), releases, { recursive: true });
  fs.mkdirSync(join(dir, "agent"));
  fs.copyFileSync(join(built, "package-1.0.0", AGENT_BUNDLE), bundle());
  credential = (await api<{ id: string; token: string }>("POST", "/credentials", {})).body;
});
afterEach(async () => {
  for (const agent of agents) {
    if (agent.exitCode !== null || agent.signalCode !== null) continue;
    agent.kill("SIGKILL");
    await once(agent, "exit");
  }
  for (const step of undo) step();
  fs.rmSync(dir, { recursive: true, force: true });
});

const bundle = () => join(dir, "agent", AGENT_BUNDLE);
const beside = () => fs.readdirSync(join(dir, "agent")).toSorted();

type Answer<T> = { status: number; body: T };

async function api<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
  const key = fs.readFileSync(join(data, "admin.key"), "utf8").trim();
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "service-version": "2", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? undefined : JSON.parse(text)) as T };
}

type Started = { child: ChildProcess; output: () => string };

function startAgent({
  url = origin,
  flags = [],
  shell = "",
  uid,
}: { url?: string; flags?: string[]; shell?: string; uid?: number } = {}): Started {
  const args = [bundle(), "--url", url, ...flags];
  const env = { PATH: process.env["PATH"], GATEHOUSE_AUTHTOKEN: credential.token };
  const options = { env, uid, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
  const child = shell
    ? spawn("bash", ["-c", `${shell}; exec "$0" "$@"`, process.execPath, ...args], options)
    : spawn(process.execPath, args, options);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (output += data.toString()));
  agents.push(child);
  return { child, output: () => output };
}

/** The one session there is, once there is one that was not there before. */
async function session(before: string[] = []): Promise<TunnelSession> {
  return vi.waitFor(async () => {
    const { body } = await api<{ tunnel_sessions: TunnelSession[] }>("GET", "/tunnel_sessions");
    const own = body.tunnel_sessions.filter((one) => one.credential?.id === credential.id);
    const [one, ...more] = own;
    expect(more).toEqual([]);
    if (!one || before.includes(one.id)) throw new Error("No session yet.");
    return one;
  }, WAIT);
}

const tell = (id: string, kind: "update" | "restart") =>
  api<ErrorBody | undefined>("POST", `/tunnel_sessions/${id}/${kind}`);
const updateOf = async (id: string) => (await api<AgentUpdate>("GET", `/tunnel_sessions/${id}/update`)).body;
const pidOf = ({ output }: Started, id: string) =>
  Number(new RegExp(`pid (\\d+): session ${id} online`).exec(output())?.[1]);

const last = (id: string, state: string) =>
  vi.waitFor(async () => {
    const { last: said } = await updateOf(id);
    expect(said?.state).toBe(state);
    return said;
  }, WAIT);

/** Publishes a program of its own as the newest release, signed with the key of the folder. */
function publish(
  version: string,
  program: string,
  key = fs.readFileSync(join(built, "key"), "utf8"),
): Release {
  const release = signRelease(Buffer.from(program), { version, notes: "" }, key);
  fs.mkdirSync(join(releases, version), { recursive: true });
  fs.writeFileSync(join(releases, version, AGENT_BUNDLE), program);
  fs.writeFileSync(join(releases, version, MANIFEST), JSON.stringify(release));
  return release;
}

function manifest(version: string, parts: Partial<Release>): void {
  const file = join(releases, version, MANIFEST);
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), ...parts }));
}

test("1.0.0 becomes 1.1.0 by update and restart: new version, new session, new process", async () => {
  const agent = startAgent();
  const first = await session();
  expect(first.agent_version).toBe("1.0.0");
  expect(await updateOf(first.id)).toMatchObject({
    release: { version: "1.1.0", notes: "Reconnects faster." },
    last: null,
  });
  const pinned = join(dir, "agent/gatehouse-agent.state/update-keys.json");
  await vi.waitFor(() => expect(fs.statSync(pinned).mode & 0o777).toBe(0o600), WAIT);
  expect(fs.readFileSync(pinned, "utf8")).toContain(fs.readFileSync(join(releases, KEY_FILE), "utf8").trim());

  // Two at once: one of them updates.
  const told = await Promise.all([tell(first.id, "update"), tell(first.id, "update")]);
  expect(told.map(({ status }) => status)).toEqual([204, 409]);
  expect(told[1]?.body?.error_code).toBe("ERR_GATEHOUSE_9103");
  expect(await last(first.id, "updated")).toEqual({ state: "updated", version: "1.1.0" });
  expect((await tell(first.id, "update")).body?.msg).toMatch(/waits for a restart/);
  expect((await session()).id).toBe(first.id);

  expect((await tell(first.id, "restart")).status).toBe(204);
  const second = await session([first.id]);
  expect(second.agent_version).toBe("1.1.0");
  await vi.waitFor(() => expect(pidOf(agent, second.id)).not.toBe(pidOf(agent, first.id)), WAIT);
  expect(await updateOf(second.id)).toMatchObject({ release: null, last: null });
  const published = (version: string) => fs.readFileSync(join(releases, version, AGENT_BUNDLE));
  // It is renamed once it is online, which the service may know first (decisions/agents/proven-bundles.md).
  await vi.waitFor(() => expect(fs.readFileSync(bundle()).equals(published("1.1.0"))).toBe(true), WAIT);
  const previous = fs.readFileSync(join(dir, "agent/gatehouse-agent.previous.mjs"));
  expect(previous.equals(published("1.0.0"))).toBe(true);
  expect(beside()).toEqual([AGENT_BUNDLE, "gatehouse-agent.previous.mjs", "gatehouse-agent.state"]);

  // The launcher is still that of 1.0.0, and the next restart runs the new bundle again.
  expect((await tell(second.id, "update")).status).toBe(409);
  await tell(second.id, "restart");
  expect((await session([first.id, second.id])).agent_version).toBe("1.1.0");
  expect(agent.output()).toContain("Updating to 1.1.0\nUpdate refused: It is already updating to 1.1.0.\n");
  expect(agent.output()).not.toContain(credential.token);
});

/** What every fault leaves: the session that there was, the bundle that there was, and nothing else. */
async function stillServes(
  before: TunnelSession,
  files: readonly string[] = [AGENT_BUNDLE, "gatehouse-agent.state"],
): Promise<void> {
  expect((await session()).id).toBe(before.id);
  expect(beside()).toEqual(files);
  const old = fs.readFileSync(join(built, "package-1.0.0", AGENT_BUNDLE));
  expect(fs.readFileSync(bundle()).equals(old)).toBe(true);
}

test("what is not signed with its key, or is older, is refused in the answer to the command", async () => {
  const agent = startAgent();
  const before = await session();
  const refused = async (words: RegExp) => {
    const { status, body } = await tell(before.id, "update");
    expect([status, body?.error_code]).toEqual([502, "ERR_GATEHOUSE_809"]);
    expect(body?.msg).toMatch(words);
    await stillServes(before);
  };
  await vi.waitFor(() => expect(beside()).toContain("gatehouse-agent.state"), WAIT);
  manifest("1.1.0", { notes: "Other notes." });
  await refused(/1\.1\.0 is not signed with the update key/);
  // Another key, which the service would have agents accept.
  const other = newSigningKey();
  fs.writeFileSync(join(releases, KEY_FILE), updateKeyOf(other));
  publish("1.2.0", "process.exit(0)", other);
  await refused(/1\.2\.0 is not signed with the update key/);
  for (const version of ["1.1.0", "1.2.0"]) fs.rmSync(join(releases, version), { recursive: true });
  expect((await tell(before.id, "update")).body?.error_code).toBe("ERR_GATEHOUSE_9101");
  expect(agent.output()).not.toContain("Updated");
  expect(agent.output()).toContain("Update refused: Release 1.1.0 is not signed");
});

test("a key that is given counts, whatever the service sends", async () => {
  startAgent({ flags: ["--update-key", updateKeyOf(newSigningKey())] });
  const before = await session();
  expect((await tell(before.id, "update")).body?.msg).toMatch(/is not signed/);
  await stillServes(before, [AGENT_BUNDLE]);
});

test("a download that is not what the release says fails, is told, and may be tried again", async () => {
  startAgent();
  const before = await session();
  await vi.waitFor(() => expect(beside()).toContain("gatehouse-agent.state"), WAIT);
  const file = join(releases, "1.1.0", AGENT_BUNDLE);
  const spoilt: [spoil: () => void, words: RegExp][] = [
    [() => fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size)), /its SHA-256 differs/],
    [() => fs.appendFileSync(file, "//"), /has more than \d+ bytes/],
    [() => fs.truncateSync(file, 1000), /has 1000 bytes/],
    [() => fs.rmSync(file), /refused the download \(404\)/],
  ];
  for (const [spoil, words] of spoilt) {
    spoil();
    expect((await tell(before.id, "update")).status).toBe(204);
    await vi.waitFor(async () => expect((await updateOf(before.id)).last?.reason).toMatch(words), WAIT);
    await stillServes(before);
    fs.copyFileSync(join(built, "releases/1.1.0", AGENT_BUNDLE), file);
  }
  expect((await tell(before.id, "update")).status).toBe(204);
  await last(before.id, "updated");
});

/** Passes everything on, but a download only as far as so many bytes. */
async function cuttingProxy(bytes: number): Promise<string> {
  const server: Server = createServer((client) => {
    const upstream = connect(Number(new URL(origin).port), "127.0.0.1");
    let left = Infinity;
    client.on("data", (data: Buffer) => {
      if (data.includes("GET /agent/releases/")) left = bytes;
      upstream.write(data);
    });
    upstream.on("data", (data: Buffer) => {
      client.write(data.subarray(0, left));
      left -= data.length;
      if (left <= 0) client.destroy();
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a download that breaks off fails, and the session goes on", async () => {
  startAgent({ url: await cuttingProxy(50_000) });
  const before = await session();
  expect((await tell(before.id, "update")).status).toBe(204);
  expect((await last(before.id, "failed"))?.reason).toMatch(/The download broke off/);
  await stillServes(before);
});

test("a full disk", async () => {
  startAgent({ shell: "ulimit -f 100" });
  const before = await session();
  expect((await tell(before.id, "update")).status).toBe(204);
  expect((await last(before.id, "failed"))?.reason).toMatch(/^The disk of .* is full/);
  await stillServes(before);
});

// Cause: only a folder without permission was tried. Law: a file system that is read-only is no less served.
test.runIf(spawnSync("bash", ["-c", "unshare -rm true"]).status === 0)(
  "a read-only file system",
  async () => {
    // In a mount namespace of its own, which ends with it.
    const mounts = 'mount --bind "$D" "$D" && mount -o remount,bind,ro "$D" && exec "$0" "$@"';
    const shell = `D='${join(dir, "agent")}' exec unshare -rm bash -c '${mounts}' "$0" "$@"`;
    const agent = startAgent({ shell });
    const before = await session();
    await vi.waitFor(() => expect(agent.output()).toMatch(/update key can’t be kept in .* \(EROFS\)/), WAIT);
    expect((await tell(before.id, "update")).status).toBe(204);
    expect((await last(before.id, "failed"))?.reason).toMatch(/can’t be written \(EROFS\)/);
    await stillServes(before, [AGENT_BUNDLE]);
  },
  60_000,
);

test("a folder that can't be written", async () => {
  fs.chmodSync(join(dir, "agent"), 0o555);
  const agent = startAgent(process.getuid?.() === 0 ? { uid: NOBODY } : {});
  const before = await session();
  await vi.waitFor(() => expect(agent.output()).toMatch(/update key can’t be kept in .* \(EACCES\)/), WAIT);
  expect((await tell(before.id, "update")).status).toBe(204);
  expect((await last(before.id, "failed"))?.reason).toMatch(/can’t be written \(EACCES\)/);
  await stillServes(before, [AGENT_BUNDLE]);
});

async function rolledBack(program: string, flags: string[] = []): Promise<AgentUpdate["last"]> {
  startAgent({ flags });
  const before = await session();
  publish("1.2.0", program);
  expect((await tell(before.id, "update")).status).toBe(204);
  await last(before.id, "updated");
  expect((await tell(before.id, "restart")).status).toBe(204);
  const after = await session([before.id]);
  expect(after.agent_version).toBe("1.0.0");
  await stillServes(after);
  return (await updateOf(after.id)).last;
}

test.each([
  [
    "never comes online",
    "setInterval(() => {}, 1000); process.on('SIGTERM', () => {});",
    /not online within 3 s/,
  ],
  ["is no program", "this is no program", /exit code 1 before it was online/],
])(
  "a version that %s is rolled back, and the next session says why",
  async (_, program, words) => {
    const reason = expect.stringMatching(words) as string;
    expect(await rolledBack(program, ["--online-within", "3"])).toEqual({
      state: "rolled_back",
      version: "1.2.0",
      reason,
    });
  },
  60_000,
);

test("a version that ends at once is rolled back, and a better one may follow", async () => {
  const reason = "It ended with exit code 3 before it was online.";
  expect(await rolledBack("process.exit(3)")).toEqual({ state: "rolled_back", version: "1.2.0", reason });
  fs.rmSync(join(releases, "1.2.0"), { recursive: true });
  const { id } = await session();
  await tell(id, "update");
  await last(id, "updated");
  await tell(id, "restart");
  const updated = await session([id]);
  expect([updated.agent_version, (await updateOf(updated.id)).last]).toEqual(["1.1.0", null]);
});

test("the launcher that is started anew tries what awaits its restart, and what a killed one left is removed", async () => {
  const agent = startAgent();
  const before = await session();
  await tell(before.id, "update");
  await last(before.id, "updated");
  fs.writeFileSync(join(dir, "agent/gatehouse-agent.part-999999"), "half");
  fs.writeFileSync(join(dir, "agent/gatehouse-agent.next-0.9.0.mjs"), "process.exit(1)");
  agent.child.kill("SIGKILL");
  startAgent();
  expect((await session([before.id])).agent_version).toBe("1.1.0");
  await vi.waitFor(
    () => expect(beside()).toEqual([AGENT_BUNDLE, "gatehouse-agent.previous.mjs", "gatehouse-agent.state"]),
    WAIT,
  );
});
