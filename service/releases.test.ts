import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AGENT_BUNDLE, KEY_FILE, MANIFEST, RELEASES_PATH } from "#contract/agent-release.ts";
import type { AgentReleaseList } from "#contract/agent-releases.ts";
import type { AgentUpdate } from "#contract/agent-update.ts";
import type { Release, UpdateReport } from "#contract/agent-release.ts";
import { publishedReleases } from "./published.ts";
import { noteUpdate } from "./store/sessions.ts";
import { openReleases, type Releases } from "./releases.ts";
import {
  addCredential,
  helloOf,
  RawAgent,
  startTestGateway,
  type TestGateway,
} from "./testing/test-gateway.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const KEY = "k".repeat(43);
let dir: string;
let warned: object[];
let releases: Releases;

function publish(version: string, parts: Partial<Release> = {}, bundle = `// ${version}`): void {
  const facts = { version, size: bundle.length, sha256: "a".repeat(64), notes: `Notes of ${version}` };
  const manifest: Release = { ...facts, signature: "s".repeat(86), ...parts };
  mkdirSync(join(dir, version), { recursive: true });
  writeFileSync(join(dir, version, AGENT_BUNDLE), bundle);
  writeFileSync(join(dir, version, MANIFEST), JSON.stringify(manifest));
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-releases-"));
  warned = [];
  writeFileSync(join(dir, KEY_FILE), `${KEY}\n`);
  releases = await openReleases(dir, { warn: (what: object) => void warned.push(what) });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("a folder of releases", () => {
  it("has what is in it now, the newest of the agent's own major", async () => {
    expect(await releases.newestFor("1.0.0")).toBeUndefined();
    for (const version of ["1.2.0", "1.10.0", "1.9.3", "2.0.0", "0.9.0"]) publish(version);
    expect(await releases.newestFor("1.0.0")).toMatchObject({ version: "1.10.0" });
    expect(await releases.newestFor("1.10.0")).toBeUndefined();
    expect(await releases.newestFor("2.0.0-rc.1")).toMatchObject({ version: "2.0.0" });
    rmSync(join(dir, "1.10.0"), { recursive: true });
    expect(await releases.newestFor("1.0.0")).toMatchObject({ version: "1.9.3" });
    expect(await releases.key()).toBe(KEY);
    expect(warned).toEqual([]);
  });

  it("names the newest of each major version, the highest first", async () => {
    const versions = async () => (await publishedReleases({ releases })).map(({ version }) => version);
    expect(await versions()).toEqual([]);
    for (const version of ["1.2.0", "1.10.0", "0.9.0", "2.0.0"]) publish(version);
    expect(await versions()).toEqual(["2.0.0", "1.10.0", "0.9.0"]);
  });

  it("leaves out what can't be read or is of another version, and says so once", async () => {
    publish("1.1.0");
    publish("1.2.0", { version: "1.3.0" });
    publish("1.4.0", { sha256: "x" });
    mkdirSync(join(dir, "1.5.0"));
    mkdirSync(join(dir, ".1.6.0"));
    mkdirSync(join(dir, "notes"));
    for (let n = 0; n < 3; n += 1)
      expect(await releases.newestFor("1.0.0")).toMatchObject({ version: "1.1.0" });
    expect(warned).toHaveLength(3);
  });

  it("must be there", async () => {
    await expect(openReleases(join(dir, "none"), { warn: () => undefined })).rejects.toThrow(
      /Can’t read --releases .*none \(ENOENT\)/,
    );
  });
});

describe("bundles", () => {
  let app: TestApp;
  let authtoken: string;
  beforeEach(async () => {
    app = await startTestApp({ releases, keyFailures: 3 });
    ({ authtoken } = await addCredential(app.db, app.userId));
    publish("1.1.0", {}, "x".repeat(300_000));
  });
  afterEach(() => app.close());

  const get = (version: string, headers: Record<string, string> = {}, path = RELEASES_PATH) =>
    app.fetch(`${path}/${version}`, { headers: { authorization: `Bearer ${authtoken}`, ...headers } });

  it("are streamed whole to who has an authtoken, whatever name the service is asked by", async () => {
    const answer = await get("1.1.0", { host: "unknown.example" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe("300000");
    expect(answer.headers.get("etag")).toBe(`"${"a".repeat(64)}"`);
    expect(await answer.text()).toBe("x".repeat(300_000));
    const again = await get("1.1.0", { "if-none-match": `"${"a".repeat(64)}"` });
    expect(again.status).toBe(304);
  });

  it("are for nobody else, and never a path from outside", async () => {
    writeFileSync(join(dir, "secret"), "secret");
    const statuses = async (...answers: Promise<Response>[]) =>
      (await Promise.all(answers)).map(({ status }) => status);
    expect(await statuses(get("1.1.1"), get("..%2f1.1.0"), get("..%2fsecret"), get("secret"))).toEqual([
      404, 404, 404, 404,
    ]);
    const wrong = { authorization: `Bearer ${authtoken}x` };
    expect(await statuses(get("1.1.0", { origin: "http://a.example" }), get("1.1.0", wrong))).toEqual([
      403, 401,
    ]);
    expect(await statuses(get("1.1.0", { authorization: `Bearer ${app.key}` }))).toEqual([401]);
    expect(await statuses(get("1.1.0", { authorization: "" }))).toEqual([401]);
    expect(app.logged.join("\n")).not.toContain(authtoken);
  });

  it("are not there where the service publishes none", async () => {
    const without = await startTestApp();
    expect((await without.fetch(`${RELEASES_PATH}/1.1.0`)).status).toBe(404);
    await without.close();
  });

  it("whose file is gone are not there", async () => {
    renameSync(join(dir, "1.1.0", AGENT_BUNDLE), join(dir, "1.1.0", "moved"));
    expect((await get("1.1.0")).status).toBe(404);
    expect(readFileSync(join(dir, "1.1.0", "moved"), "utf8")).toHaveLength(300_000);
  });

  it("are handed out so often a minute", async () => {
    const answers: number[] = [];
    for (let n = 0; n < 601; n += 1) {
      const answer = await get("1.1.0", { "if-none-match": `"${"a".repeat(64)}"` });
      answers.push(answer.status);
    }
    expect([...new Set(answers.slice(0, 600))]).toEqual([304]);
    expect(answers[600]).toBe(429);
  });
});

describe("the gateway", () => {
  let t: TestGateway;
  let app: TestApp;
  let agent: RawAgent;
  beforeEach(async () => {
    t = await startTestGateway({ releases });
    agent = new RawAgent(t.url);
  });
  afterEach(async () => {
    await t.dispose();
    await app?.close();
  });

  it("gives the key with the welcome, and the newest release with an update alone", async () => {
    publish("3.19.0");
    const { updates, session_id } = await agent.join(helloOf(t.authtoken));
    expect(updates).toEqual({ key: KEY });
    const updated = t.gateway.command(session_id, "update");
    const { id, release } = await agent.next("command");
    expect(release).toMatchObject({ version: "3.19.0", notes: "Notes of 3.19.0" });
    await agent.say({ type: "result", id });
    expect(await updated).toEqual({ outcome: "accepted" });
    const restarted = t.gateway.command(session_id, "restart");
    const command = await agent.next("command");
    expect(command.release).toBeUndefined();
    await agent.say({ type: "result", id: command.id });
    await restarted;
  });

  it("keeps how an update goes, from the hello on, in the order that it was said", async () => {
    const failed: UpdateReport = { state: "failed", version: "3.19.0", reason: "The disk is full." };
    const { session_id } = await agent.join(helloOf(t.authtoken, { update: failed }));
    const kept = async () => {
      const row = t.db.selectFrom("sessions").select("agent_update").where("id", "=", session_id);
      return JSON.parse((await row.executeTakeFirstOrThrow()).agent_update ?? "null") as unknown;
    };
    expect(await kept()).toEqual(failed);
    const before = await t.versions.now();
    for (let n = 0; n < 20; n += 1)
      await agent.say({ type: "update", state: "updating", version: `3.19.${n}` });
    await agent.say({ type: "update", state: "updated", version: "3.20.0" });
    await expect.poll(kept).toEqual({ state: "updated", version: "3.20.0" });
    expect((await t.versions.now()).sessions).toBeGreaterThan(before.sessions);
  });

  it("the API says what would be installed and how the last one went", async () => {
    app = await startTestApp({ releases });
    const { credentialId } = await addCredential(app.db, app.userId);
    const session = { id: "ts_2abc", credential_id: credentialId, agent_version: "3.18.2", node_id: "n" };
    const texts = {
      ip: "",
      metadata: "",
      os: "linux",
      region: "eu",
      transport: "service/2",
      capabilities: "{}",
    };
    const agent_update = JSON.stringify({
      state: "rolled_back",
      version: "3.19.0",
      reason: "It exited with 1.",
    });
    const started_at = new Date().toISOString();
    if (app.url !== null)
      await app.db.insertInto("nodes").values({ id: "n", expires_at: 9e12, peer_url: null }).execute();
    await app.db
      .insertInto("sessions")
      .values({ ...session, ...texts, started_at, succeeds: null, agent_update })
      .execute();
    const read = async () => (await app.call<AgentUpdate>("GET /tunnel_sessions/ts_2abc/update")).body;
    expect(await read()).toMatchObject({ release: null, last: { state: "rolled_back" } });
    publish("3.19.1");
    const facts = { version: "3.19.1", size: 9, sha256: "a".repeat(64), notes: "Notes of 3.19.1" };
    expect((await read()).release).toEqual(facts);
    const underWay = async () => (await app.call<AgentReleaseList>("GET /agent_releases")).body.updates;
    expect(await underWay()).toEqual([]);
    const updated = { state: "updated", version: "3.19.1" } as const;
    await noteUpdate(app.db, session.id, updated);
    const ref = { id: session.id, uri: expect.stringMatching(/\/tunnel_sessions\/ts_2abc$/) as string };
    expect(await underWay()).toEqual([{ session: ref, ...updated }]);
  });
});
