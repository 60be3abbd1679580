import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "#contract/event.ts";
import { createEventFeed } from "../events/feed.ts";
import type { HttpServer } from "../http/server.ts";
import { embeddedVersions } from "../store/versions.ts";
import { readAccount } from "../store/account.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { makeWorld } from "../testing/conformance/world.ts";
import { addMember } from "../testing/test-member.ts";
import { Stream } from "../testing/test-stream.ts";

let app: TestApp;
let http: HttpServer;
let stopping = false;
beforeEach(async () => {
  stopping = false;
  app = await startTestApp({ stopping: () => stopping });
  http = await app.listen();
});
afterEach(async () => {
  stopping = true;
  await http.stop();
  await app.close();
});

const ask = (headers: Record<string, string>) =>
  fetch(`${http.origin}/api/event_stream`, {
    headers: { authorization: `Bearer ${app.key}`, "service-version": "2", ...headers },
  });

function streamOf(answer: Response): Stream {
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("content-encoding")).toBeNull();
  return new Stream(answer.body!);
}

const connect = async (headers: Record<string, string> = {}) => streamOf(await ask(headers));

const policy = async (description = "") =>
  (await app.call<{ id: string }>("POST /ip_policies", { body: { description } })).body.id;
const storedIds = async () =>
  (await app.db.selectFrom("events").select("id").orderBy("seq").execute()).map(({ id }) => id);

describe("GET /event_stream", () => {
  it("sends what is committed from now on, as GET /events shows it, with its id", async () => {
    await policy("before");
    const stream = await connect();
    const id = await policy("after");
    const got = await stream.event();
    expect(got?.event).toMatchObject({ event_type: "ip_policy_created.v0", object: { id } });
    expect(got?.id).toBe(got?.event.event_id);
    const { events } = (await app.call<{ events: Event[] }>("GET /events?limit=1")).body;
    expect(got?.event).toEqual(events[0]);
    await stream.cancel();
  });

  it("says what the lists of agents are at, first and whenever one changes, and nothing else of them", async () => {
    // Cause: a console could know of a change only by asking for the lists again and again. Law: who follows the stream is told.
    const stream = await connect();
    const lists = async () => {
      let data: string | undefined;
      while (data === undefined)
        [, data] = /^event: lists\ndata: (.*)$/.exec((await stream.frame()) ?? "") ?? [];
      return JSON.parse(data) as Record<string, number>;
    };
    expect(await stream.frame()).toMatch(/^retry: /);
    const first = await lists();
    expect(Object.keys(first)).toEqual(["tunnel_sessions", "tunnels", "endpoints", "unreachable_apps"]);
    await policy();
    expect(await stream.frame()).toMatch(/^id: ev_/);
    await app.call("POST /edges/https", { body: { hostports: ["stream.example.com:443"] } });
    const next = await lists();
    expect(next).toEqual({ ...first, endpoints: next["endpoints"] });
    expect(next["endpoints"]).toBeGreaterThan(first["endpoints"] ?? 0);
    // Cause: with other labels of a backend its tunnels were others, and who follows the stream read them up to a minute later.
    // Law: a list has changed when what it shows has, also of another table.
    await app.call("POST /backends/tunnel_group", { body: { labels: { app: "stream" } } });
    const served = await lists();
    expect(served["tunnels"]).toBeGreaterThan(next["tunnels"] ?? 0);
    // Cause: what failed is listed of the tunnel with which its agent comes back, which was read up to a minute later. Law: as above.
    await makeWorld(app).online();
    let back = served;
    while (back["endpoints"] === served["endpoints"]) back = await lists();
    expect(back["unreachable_apps"]).toBeGreaterThan(served["unreachable_apps"] ?? 0);
    await stream.cancel();
  });

  it("sends nothing of what was not kept", async () => {
    const stream = await connect();
    const id = await policy();
    await app.call("POST /ip_policy_rules", {
      body: { ip_policy_id: id, cidr: "10.0.0.1/8", action: "allow" },
    });
    await app.call("DELETE /ip_policies/ipp_0");
    await app.call(`DELETE /ip_policies/${id}`);
    expect([(await stream.event())?.event.event_type, (await stream.event())?.event.event_type]).toEqual([
      "ip_policy_created.v0",
      "ip_policy_deleted.v0",
    ]);
    await stream.cancel();
  });

  it("resumes after Last-Event-ID: all, in order, none twice, while more are written", async () => {
    const writing = Promise.all(Array.from({ length: 150 }, () => policy()));
    // Whoever ends a stream: this reader after 60 events, or the service where the database was too busy for a moment.
    const got: string[] = [];
    while (got.length < 150) {
      const answer = await ask({ "last-event-id": got.at(-1) ?? "ev_0" });
      if (answer.status === 503) continue;
      const stream = streamOf(answer);
      const upTo = Math.min(got.length + 60, 150);
      for (let one = await stream.event(); one; one = got.length < upTo ? await stream.event() : null)
        got.push(one.id);
      await stream.cancel();
    }
    await writing;
    expect(got).toEqual(await storedIds());
  });

  it("refuses a Last-Event-ID that is no event's, a missing version and a missing key", async () => {
    const refused = await app.call("GET /event_stream", { headers: { "last-event-id": "ak_1" } });
    expect(refused).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_215" } });
    expect(refused.body.msg).toContain("Last-Event-ID");
    expect((await app.call("GET /event_stream", { headers: { "service-version": "" } })).status).toBe(400);
    expect((await app.call("GET /event_stream", { headers: { authorization: "" } })).status).toBe(401);
  });

  it("is open as often as a key may have it, whoever ends one, and no other key is refused", async () => {
    // Cause: one key could hold any number of streams, each of which is served on every change. Law: they are bounded
    // per key, the refusal says so, and a stream that ended makes room.
    const streams = await Promise.all(Array.from({ length: 20 }, () => connect()));
    const refused = await app.call("GET /event_stream");
    expect(refused).toMatchObject({ status: 429, body: { error_code: "ERR_GATEHOUSE_225" } });
    expect(refused.body.msg).toBe(
      "This key has reached its limit of open event streams: 20. Close one of them.",
    );
    const { token } = await addMember(app.db);
    streams.push(await connect({ authorization: `Bearer ${token}` }));
    await streams[0]?.cancel();
    await vi.waitFor(async () => streams.push(await connect()));
    await Promise.all(streams.slice(1).map((stream) => stream.cancel()));
  });

  it("ends at once when its key is deleted, and nobody else's does", async () => {
    const { keyId, token } = await addMember(app.db);
    const authorization = `Bearer ${token}`;
    const [theirs, mine] = [await connect({ authorization }), await connect()];
    expect((await app.call(`DELETE /api_keys/${keyId}`)).status).toBe(204);
    await policy("they must not see this");
    expect(await theirs.event()).toBeNull();
    expect((await mine.event())?.event.event_type).toBe("api_key_deleted.v0");
    expect((await mine.event())?.event.object).toMatchObject({ description: "they must not see this" });
    const again = await fetch(`${http.origin}/api/event_stream`, {
      headers: { authorization, "service-version": "2" },
    });
    expect(again.status).toBe(401);
    await mine.cancel();
  });

  it("ends when its key is deleted by another process", async () => {
    const { keyId, token } = await addMember(app.db);
    const stream = await connect({ authorization: `Bearer ${token}` });
    await app.db.deleteFrom("api_keys").where("id", "=", keyId).execute();
    expect(await stream.event()).toBeNull();
  });

  it("ends at shutdown, which does not wait for it to be cut off", async () => {
    const streams = await Promise.all([connect(), connect()]);
    stopping = true;
    const started = performance.now();
    await http.stop();
    expect(performance.now() - started).toBeLessThan(2500);
    expect(await Promise.all(streams.map((stream) => stream.event()))).toEqual([null, null]);
    const { status } = await app.call("GET /event_stream");
    expect(status).toBe(503);
    http = await app.listen();
  });
});

describe("the feed", () => {
  const quiet = { warn: () => undefined };
  const keyId = async () => (await app.db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow()).id;

  it("says that it is alive while nothing happens", async () => {
    const feed = createEventFeed({
      db: app.db,
      versions: embeddedVersions(app.db, () => 0),
      log: quiet,
      stopping: () => stopping,
      keyStreams: 1,
      pollMs: 5,
      heartbeatMs: 5,
    });
    const stream = new Stream(feed.open({ keyId: await keyId(), after: 0 }));
    expect(await stream.frame()).toMatch(/^retry: \d+$/);
    expect(await stream.frame()).toMatch(/^event: lists\n/);
    expect([await stream.frame(), await stream.frame()]).toEqual([": heartbeat", ": heartbeat"]);
    await stream.cancel();
  });

  it("keeps no events for a reader who is slow, and loses none", async () => {
    for (let n = 0; n < 250; n += 1) await policy("x".repeat(200));
    const feed = createEventFeed({
      db: app.db,
      versions: embeddedVersions(app.db, () => 0),
      log: quiet,
      stopping: () => stopping,
      keyStreams: 1,
      pollMs: 5,
    });
    const body = feed.open({ keyId: await keyId(), after: 0 });
    const stream = new Stream(body);
    await policy("while nobody reads");
    expect(await stream.ids(251)).toEqual(await storedIds());
    expect((await readAccount(app.db)).event_seq).toBe(251);
    await stream.cancel();
  });
});
