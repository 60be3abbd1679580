import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EndpointList } from "#contract/endpoint.ts";
import type { Event } from "#contract/event.ts";
import { TunnelSession, TunnelSessionList } from "#contract/tunnel-session.ts";
import { TunnelList } from "#contract/tunnel.ts";
import type { CommandOutcome } from "../gateway/types.ts";
import { newId } from "../store/ids.ts";
import { insertSession } from "../store/sessions.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let outcome: CommandOutcome | null;
let told: string[];
let stopping: boolean;
const disconnected: string[] = [];

beforeEach(async () => {
  outcome = { outcome: "accepted" };
  told = [];
  stopping = false;
  app = await startTestApp({
    stopping: () => stopping,
    gateway: {
      command: async (id, kind) => {
        told.push(`${kind} ${id}`);
        return outcome;
      },
      disconnectCredential: async (id) => void disconnected.push(id),
      close: () => Promise.resolve(),
    },
  });
});
afterEach(() => app.close());

const at = "2026-11-21T00:00:00Z";

/** Puts a session with an ephemeral and a backend tunnel online. */
async function online(agent: { os?: string; transport?: string } = {}): Promise<string> {
  const credential = await app.call<{ id: string }>("POST /credentials", { body: {} });
  const [session_id, tunnel_id, endpoint_id] = [newId("session"), newId("tunnel"), newId("endpoint")];
  const rest = { metadata: "", region: "eu" };
  await insertSession(app.db, {
    session: {
      id: session_id,
      credential_id: credential.body.id,
      agent_version: "3.18.2",
      ip: "198.51.100.7",
      os: agent.os ?? "linux",
      transport: agent.transport ?? "service/2",
      capabilities: "{}",
      node_id: "test",
      started_at: at,
      ...rest,
    },
    tunnels: [
      {
        id: tunnel_id,
        session_id,
        proto: "https",
        public_url: `https://${session_id}.example`,
        forwards_to: "http://localhost:80",
        labels: null,
        endpoint_id,
        started_at: at,
        ...rest,
      },
      {
        id: newId("tunnel"),
        session_id,
        proto: "http",
        public_url: null,
        forwards_to: "http://localhost:81",
        labels: '{"app":"hooks"}',
        endpoint_id: null,
        started_at: at,
        ...rest,
      },
    ],
    endpoints: [
      {
        id: endpoint_id,
        type: "ephemeral",
        proto: "https",
        hostport: `${session_id}.example:443`,
        public_url: `https://${session_id}.example`,
        created_at: at,
        updated_at: at,
        tunnel_id,
        edge_id: null,
        ...rest,
      },
    ],
  });
  return session_id;
}

describe("what is online", () => {
  it("is listed and read with Refs that can be followed", async () => {
    const id = await online();
    const sessions = TunnelSessionList.parse((await app.call("GET /tunnel_sessions")).body).tunnel_sessions;
    expect(sessions.map((one) => one.id)).toEqual([id]);
    expect(Object.keys(sessions[0]!).toSorted()).toEqual(Object.keys(TunnelSession.shape).toSorted());
    const tunnels = TunnelList.parse((await app.call("GET /tunnels")).body).tunnels;
    const [backend, ephemeral] = tunnels;
    expect(ephemeral).toMatchObject({ proto: "https", tunnel_session: { id } });
    expect(backend).toMatchObject({ labels: { app: "hooks" }, tunnel_session: { id } });
    expect(backend).not.toHaveProperty("public_url");
    expect(backend).not.toHaveProperty("endpoint");
    const endpoints = EndpointList.parse((await app.call("GET /endpoints")).body).endpoints;
    expect(endpoints[0]).toMatchObject({ type: "ephemeral", tunnel: { id: ephemeral?.id } });
    for (const uri of [
      sessions[0]?.uri,
      sessions[0]?.credential?.uri,
      ephemeral?.tunnel_session?.uri,
      ephemeral?.endpoint?.uri,
      endpoints[0]?.tunnel?.uri,
    ]) {
      expect((await app.call(`GET ${uri?.replace("http://service.test/api", "")}`)).status).toBe(200);
    }
  });

  it("is gone with its credential, whose sessions are ended", async () => {
    const id = await online();
    const session = TunnelSession.parse((await app.call(`GET /tunnel_sessions/${id}`)).body);
    const credential = session.credential!.id;
    expect((await app.call(`DELETE /credentials/${credential}`)).status).toBe(204);
    expect(disconnected).toContain(credential);
    expect((await app.call(`GET /tunnel_sessions/${id}`)).status).toBe(404);
    const events = await app.db.selectFrom("events").selectAll().orderBy("id").execute();
    expect(events.map(({ type }) => type)).toEqual([
      "tunnel_credential_created.v0",
      "tunnel_credential_deleted.v0",
    ]);
    expect(JSON.parse(events[1]!.object)).toMatchObject({ id: credential, token: null, acl: [] });
  });
});

describe("restart, stop, update", () => {
  it.each([
    ["no body", {}],
    ["an empty object", { body: {} }],
    ["a content type without a body", { headers: { "content-type": "application/json" } }],
    ["an empty body without a content type", { raw: "", headers: { "content-type": "" } }],
  ])("take %s and answer 204", async (_, sent) => {
    const id = await online();
    for (const kind of ["restart", "stop", "update"]) {
      const answer = await app.call(`POST /tunnel_sessions/${id}/${kind}`, sent);
      expect(answer).toMatchObject({ status: 204, body: undefined });
      expect(told.at(-1)).toBe(`${kind} ${id}`);
    }
  });

  it("take the path's id in the body, as an object or bare, and nothing else", async () => {
    const id = await online();
    expect((await app.call(`POST /tunnel_sessions/${id}/stop`, { body: { id } })).status).toBe(204);
    expect((await app.call(`POST /tunnel_sessions/${id}/stop`, { body: id })).status).toBe(204);
    const refused = await app.call(`POST /tunnel_sessions/${id}/stop`, { body: { force: true } });
    expect(refused).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_214" } });
  });

  it.each<[string, CommandOutcome | null, number, string, RegExp]>([
    ["restart", { outcome: "unsupported", reason: "Not here" }, 409, "804", /^Not here\.$/],
    ["stop", { outcome: "unsupported", reason: "No" }, 409, "805", /No/],
    ["update", { outcome: "unsupported", reason: "No" }, 409, "806", /No/],
    ["stop", { outcome: "failed", reason: "disk full" }, 502, "807", /failed to stop: disk full/],
    ["restart", { outcome: "failed", reason: "x" }, 502, "808", /failed to restart/],
    ["update", { outcome: "failed", reason: "x" }, 502, "809", /failed to update/],
    [
      "update",
      { outcome: "refused", refusal: "update_not_available", reason: "None." },
      409,
      "9101",
      /Nothing to do/,
    ],
    [
      "update",
      { outcome: "refused", refusal: "update_disabled", reason: "Off." },
      409,
      "9102",
      /configuration/,
    ],
    ["update", { outcome: "refused", refusal: "update_running", reason: "Busy." }, 409, "9103", /Wait/],
    [
      "update",
      { outcome: "refused", refusal: "update_awaits_restart", reason: "Done." },
      409,
      "9104",
      /Restart/,
    ],
    ["restart", { outcome: "silent", afterMs: 10_000 }, 504, "9100", /within 10 s.*may still have worked/],
    ["restart", { outcome: "unreachable" }, 503, "810", /may still have worked/],
    ["restart", null, 404, "9002", /online tunnel session ts_\w+ was not found/],
  ])("%s: %j is %i with code %s", async (kind, result, status, code, msg) => {
    const id = await online();
    outcome = result;
    const answer = await app.call(`POST /tunnel_sessions/${id}/${kind}`);
    expect(answer).toMatchObject({ status, body: { error_code: `ERR_GATEHOUSE_${code}` } });
    expect(answer.body.msg).toMatch(msg);
  });

  it.each([
    ["restart", { os: "Windows" }, "804"],
    ["restart", { transport: "ssh" }, "804"],
    ["update", { transport: "ssh" }, "806"],
  ])("%s of %j is refused by the capability table, before the agent is asked", async (kind, agent, code) => {
    const id = await online(agent);
    const answer = await app.call(`POST /tunnel_sessions/${id}/${kind}`);
    expect(answer).toMatchObject({ status: 409, body: { error_code: `ERR_GATEHOUSE_${code}` } });
    expect(told).toEqual([]);
  });

  // Cause: nothing told who had stopped an agent, and "Everything this key did" left it out; that an agent had refused an update was
  // known to the browser alone that sent it. Law: what an agent answered is in the event log, with who asked for it; no answer is not.
  it.each<[CommandOutcome, string | null, object?]>([
    [{ outcome: "accepted" }, "created", { error_code: null, reason: null }],
    [{ outcome: "unreachable" }, null],
    [{ outcome: "silent", afterMs: 10_000 }, null],
    [
      { outcome: "refused", refusal: "update_disabled", reason: "Updates are off." },
      "refused",
      { error_code: "ERR_GATEHOUSE_9102", reason: "Updates are off." },
    ],
    [{ outcome: "failed", reason: "disk full" }, "refused", { error_code: "ERR_GATEHOUSE_809" }],
  ])("that end as %j: in the event log or not", async (how, verb, why) => {
    const id = await online();
    outcome = how;
    await app.call(`POST /tunnel_sessions/${id}/update`);
    const { events } = (await app.call<{ events: Event[] }>(`GET /events?object_id=${id}`)).body;
    const object = { id, command: "update", agent_version: "3.18.2", ...why };
    const principal = { id: app.userId };
    const event = { event_type: `agent_command_${verb}.v0`, object, principal };
    expect(events).toMatchObject(verb === null ? [] : [event]);
    expect(events).toHaveLength(verb === null ? 0 : 1);
  });

  it("are not sent while the service is shutting down", async () => {
    const id = await online();
    stopping = true;
    const answer = await app.call(`POST /tunnel_sessions/${id}/stop`);
    expect(answer).toMatchObject({ status: 503, body: { error_code: "ERR_GATEHOUSE_803" } });
    expect(told).toEqual([]);
  });
});

describe("GET /tunnel_sessions?changed_since", () => {
  const changes = async (since: number | string) =>
    (await app.call(`GET /tunnel_sessions?changed_since=${since}`)).body as never as Record<string, unknown>;
  const version = async () => {
    const row = app.db.selectFrom("versions").select("value").where("name", "=", "sessions");
    return (await row.executeTakeFirstOrThrow()).value;
  };

  it("has what changed since, what is gone, and the version it is of", async () => {
    const [stays, goes] = [await online(), await online()];
    const since = await version();
    expect(await changes(since)).toMatchObject({ tunnel_sessions: [], removed: [], version: since });
    const comes = await online();
    await app.db.deleteFrom("sessions").where("id", "=", goes).execute();
    const one = await app.call(`GET /tunnel_sessions/${comes}`);
    expect(await changes(since)).toEqual({
      tunnel_sessions: [one.body],
      removed: [goes],
      version: await version(),
      uri: "http://service.test/api/tunnel_sessions",
      next_page_uri: null,
    });
    expect(JSON.stringify(await changes(since))).not.toContain(stays);
  });

  it("is a page as ever where that is not known, and in a page that is asked for", async () => {
    await online();
    const list = (await app.call("GET /tunnel_sessions")).body;
    for (const since of [(await version()) + 1, "0000", "9999999999999999"])
      expect(await changes(since)).toEqual(list);
    expect(await changes(`${await version()}&before_id=ts_0`)).toMatchObject({ tunnel_sessions: [] });
    expect(await changes(`${await version()}&before_id=ts_0`)).not.toHaveProperty("removed");
    for (const wrong of ["", "-1", "1.5", "x", "1".repeat(17)])
      expect(await changes(wrong)).toMatchObject({ status_code: 400 });
  });
});
