import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "#contract/event.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { keep, trafficEvent } from "../testing/traffic-events.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

const QUICK = { pollMs: 10, retry: { firstMs: 10, mostMs: 20, giveUpMs: 60_000 } };
let app: TestApp;
let hook: WebhookReceiver;
beforeEach(async () => {
  app = await startTestApp({ delivery: QUICK });
  hook = await startWebhookReceiver();
});
afterEach(async () => {
  await app.close();
  hook.close();
});

type Made = { id: string; target: { webhook: { secret?: string } | null } };
const make = async <T = Made>(path: string, body: object): Promise<T> => {
  const { status, body: answer } = await app.call<T>(`POST ${path}`, { body });
  expect([status, answer]).toEqual([201, answer]);
  return answer;
};
const sends = async (target: object, ...types: string[]): Promise<string> => {
  const { id } = await make("/event_destinations", { target });
  const sources = types.map((type) => ({ type: `${type}.v0` }));
  await make("/event_subscriptions", { sources, destination_ids: [id] });
  return id;
};
const toHook = (...types: string[]) => sends({ webhook: { url: hook.url, secret: hook.secret } }, ...types);
type State = { due: number; failed: number; lost: number; last_failure: string | null };
const stateOf = async (id: string) => (await app.call<State>(`GET /event_destinations/${id}/delivery`)).body;
const allSent = (id: string) => vi.waitFor(async () => expect(await stateOf(id)).toMatchObject({ due: 0 }));

describe("a webhook", () => {
  it("gets the events of its subscriptions as they were recorded, signed, and no others", async () => {
    const id = await toHook("ip_policy_created", "ip_policy_deleted");
    app.deliverer.start();
    const policy = await make("/ip_policies", {});
    await app.call(`PATCH /ip_policies/${policy.id}`, { body: { description: "x" } });
    await app.call(`DELETE /ip_policies/${policy.id}`);
    await allSent(id);
    const { events } = (await app.call<{ events: Event[] }>(`GET /events?object_id=${policy.id}`)).body;
    const wanted = events.filter(({ event_type }) => event_type !== "ip_policy_updated.v0").toReversed();
    expect(hook.received).toEqual(wanted.map((event) => ({ event, valid: true })));
  });

  it("that refuses one event gets the others, and those of one object in their order", async () => {
    const id = await toHook("ip_policy_created", "ip_policy_updated");
    const slow = await make("/ip_policies", {});
    const other = await make("/ip_policies", {});
    for (const description of ["a", "b", "c"])
      for (const { id: one } of [slow, other])
        await app.call(`PATCH /ip_policies/${one}`, { body: { description } });
    let refusals = 5;
    hook.answer = ({ object }) => (object["id"] === slow.id && (refusals -= 1) >= 0 ? 503 : 200);
    app.deliverer.start();
    await allSent(id);
    const told = (of: string) =>
      hook.received.flatMap(({ event: { object } }) => (object["id"] === of ? [object["description"]] : []));
    expect([told(slow.id), told(other.id)]).toEqual([
      ["", "a", "b", "c"],
      ["", "a", "b", "c"],
    ]);
    expect(hook.received.slice(0, 2).map(({ event }) => event.object["id"])).toEqual([other.id, other.id]);
  });

  it("an event that it never takes is listed with the reason, and sent again when asked to", async () => {
    const id = await toHook("ip_policy_created");
    hook.answer = () => 422;
    app.deliverer.start();
    await make("/ip_policies", {});
    await vi.waitFor(async () => expect(await stateOf(id)).toMatchObject({ due: 0, failed: 1 }));
    type List = { failed_events: { id: string; reason: string; event_type: string }[] };
    const failed = async () =>
      (await app.call<List>(`GET /failed_events?destination_id=${id}`)).body.failed_events;
    const [one] = await failed();
    expect(one).toMatchObject({ reason: "The webhook answered 422", event_type: "ip_policy_created.v0" });
    hook.answer = () => 200;
    const again = await app.call(`POST /event_destinations/${id}/resend`, { body: { ids: [one?.id] } });
    expect(again).toMatchObject({ status: 200, body: { count: 1 } });
    await vi.waitFor(() =>
      expect(hook.received.map(({ event }) => event.event_type)).toEqual(["ip_policy_created.v0"]),
    );
    await allSent(id);
    expect(await failed()).toEqual([]);
  });

  it("is tried with a test event, and what came of it is told", async () => {
    const id = await toHook();
    const test = async () =>
      (await app.call<{ event_id: string }>(`POST /event_destinations/${id}/test`)).body;
    expect(await test()).toMatchObject({ delivered: true, reason: null });
    expect(hook.received.map(({ event }) => event.event_type)).toEqual(["event_test_created.v0"]);
    hook.answer = () => 500;
    expect(await test()).toMatchObject({ delivered: false, reason: "The webhook answered 500" });
    hook.close();
    expect(await test()).toMatchObject({ reason: "The webhook can’t be reached (ECONNREFUSED)" });
  });

  // Cause: a tested destination was an ID wherever changes are listed. Law: what an event is about is named in it.
  it("is named by its description in the events of its tests and resends", async () => {
    const { id } = await make("/event_destinations", {
      description: "SIEM",
      target: { webhook: { url: hook.url } },
    });
    await app.call(`POST /event_destinations/${id}/test`);
    await app.call(`POST /event_destinations/${id}/resend`, { body: {} });
    const { events } = (await app.call<{ events: Event[] }>(`GET /events?object_id=${id}&limit=2`)).body;
    expect(events.map(({ event_type, object }) => [event_type, object["description"]])).toEqual([
      ["event_resend_created.v0", "SIEM"],
      ["event_test_created.v0", "SIEM"],
    ]);
  });

  it("has its signing secret created and shown once, and kept by a change that leaves it out", async () => {
    const { id, target } = await make("/event_destinations", { target: { webhook: { url: hook.url } } });
    hook.secret = target.webhook?.secret ?? "";
    const { body } = await app.call<Made>(`PATCH /event_destinations/${id}`, {
      body: { target: { webhook: { url: `${hook.url}?a` } } },
    });
    expect(body.target.webhook).toEqual({ url: `${hook.url}?a` });
    expect((await app.call(`GET /event_destinations/${id}`)).body).toMatchObject({ target: { file: null } });
    const secrets = [hook.secret];
    for (const path of ["/event_destinations", `/event_destinations/${id}`, "/events"])
      for (const secret of secrets)
        expect(JSON.stringify((await app.call(`GET ${path}`)).body)).not.toContain(secret);
    expect(app.logged.join("")).not.toContain(hook.secret);
  });
});

// Law: what an operator may configure is no way into networks that only the service can reach.
it.each([
  "http://127.0.0.1:9/",
  "http://localhost:9/",
  "https://10.0.0.1/",
  "https://[fd00::1]/",
  "https://[::ffff:10.0.0.1]/",
])("a webhook does not lead to %s unless it may", async (url) => {
  const guarded = await startTestApp({
    delivery: { rights: { filesDir: app.dir, privateAddresses: false, accountId: "ac_1" } },
  });
  const { body } = await guarded.call<Made>("POST /event_destinations", {
    body: { target: { webhook: { url } } },
  });
  const answer = await guarded.call(`POST /event_destinations/${body.id}/test`);
  await guarded.close();
  expect(answer.body).toMatchObject({
    delivered: false,
    reason: expect.stringContaining("Start the service with --private-destinations") as unknown,
  });
});

it("a file gets one event a line, after what was whole of it", async () => {
  const id = await sends({ file: { name: "audit.ndjson" } }, "ip_policy_created", "ip_policy_updated");
  app.deliverer.start();
  const policy = await make("/ip_policies", {});
  await allSent(id);
  const file = join(app.dir, "events", "audit.ndjson");
  // As a service that was killed while it wrote.
  writeFileSync(file, '{"event_id":"ev_', { flag: "a" });
  await app.call(`PATCH /ip_policies/${policy.id}`, { body: { description: "x" } });
  await allSent(id);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as Event).event_type)).toEqual([
    "ip_policy_created.v0",
    "ip_policy_updated.v0",
  ]);
});

/** A request; the example of this service's own fields is of a test. */
function passed(test = false) {
  const event = trafficEvent();
  return { ...event, gatehouse: { ...event.gatehouse, test } };
}

it("traffic is sent as the API documents it, tests of operators are not", async () => {
  const id = await toHook("http_request_complete");
  app.deliverer.start();
  const event = passed();
  await keep(app.traffic, [event, passed(true)]);
  await app.traffic.flush();
  await vi.waitFor(() => expect(hook.received).toHaveLength(1));
  const { gatehouse: _, ...documented } = event;
  expect(hook.received[0]?.event).toMatchObject({ ...documented, principal: null });
  expect(Object.keys(hook.received[0]?.event ?? {})).not.toContain("gatehouse");
  await allSent(id);
});

it("more traffic than a destination takes is lost and counted, and audit events are not", async () => {
  const id = await toHook("http_request_complete", "ip_policy_created");
  const { db } = app;
  const none = { attempts: 0, due_at: 0, began_at: 0, reason: null, failed_at: null };
  const rows = Array.from({ length: 9_999 }, (_, i) => ({
    id: `edl_${i}`,
    destination_id: id,
    subscription_id: "esb_1",
    event_id: `ev_${i}`,
    seq: Number.MAX_SAFE_INTEGER,
    object_id: `ev_${i}`,
    type: "t",
    payload: "{}",
    ...none,
  }));
  for (let i = 0; i < rows.length; i += 1_000)
    await db
      .insertInto("event_deliveries")
      .values(rows.slice(i, i + 1_000))
      .execute();
  await keep(app.traffic, [passed(), passed(), passed()]);
  await app.traffic.flush();
  await make("/ip_policies", {});
  expect(await stateOf(id)).toMatchObject({ due: 10_001, lost: 2 });
});
