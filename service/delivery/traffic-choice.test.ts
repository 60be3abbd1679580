import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { isSampled } from "#contract/event-choice.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { keep, trafficEvent } from "../testing/traffic-events.ts";

const HTTP = "http_request_complete.v0";
const TCP = "tcp_connection_closed.v0";
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const ask = async <T = { id: string }>(operation: string, body?: object): Promise<T> => {
  const answer = await app.call<T>(operation, body && { body });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body;
};
let files = 0;
const destination = async () =>
  (await ask("POST /event_destinations", { target: { file: { name: `f${(files += 1)}.ndjson` } } })).id;
const subscribe = async (to: string, ...sources: object[]) =>
  (await ask("POST /event_subscriptions", { sources, destination_ids: [to] })).id;

type Sent = { event_id: string; event_type: string; object: Record<string, unknown> };
/** What waits for a destination, which nothing is sent to. */
const dueTo = async (id: string): Promise<Sent[]> => {
  const rows = await app.db
    .selectFrom("event_deliveries")
    .select("payload")
    .where("destination_id", "=", id)
    .orderBy("event_id")
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload) as Sent);
};
const pass = async (...events: TrafficEvent[]) => {
  await keep(app.traffic, events);
  await app.traffic.flush();
};
const from = (client: string, port = 443) =>
  trafficEvent({ "conn.client_ip": client, "conn.server_port": port, "http.request.method": "get" });

describe("a source of traffic", () => {
  it("sends what its filter lets pass, with the chosen fields and the envelope", async () => {
    const to = await destination();
    await subscribe(to, { type: HTTP, filter: "ev.conn.server_port == 443", fields: ["conn.client_ip"] });
    const wanted = from("203.0.113.7");
    await pass(wanted, from("203.0.113.8", 80), trafficEvent({ "conn.end_ts": new Date().toISOString() }));
    const { event_id, event_type, event_timestamp } = wanted;
    const envelope = {
      event_id,
      event_type,
      event_timestamp,
      account_id: expect.stringMatching(/^ac_/),
      principal: null,
    };
    expect(await dueTo(to)).toEqual([{ ...envelope, object: { conn: { client_ip: "203.0.113.7" } } }]);
  });

  it("follows a change at once, and is a change that history tells", async () => {
    const to = await destination();
    const id = await subscribe(to, { type: HTTP });
    const at = `/event_subscriptions/${id}/sources/${HTTP}`;
    await pass(from("203.0.113.1"));
    expect(await ask(`PATCH ${at}`, { filter: "ev.conn.client_ip == '203.0.113.2'" })).toMatchObject({
      fields: [],
      filter: "ev.conn.client_ip == '203.0.113.2'",
      sample: 1,
    });
    await pass(from("203.0.113.1"), from("203.0.113.2"));
    await ask(`PATCH ${at}`, { fields: ["conn.client_ip"], filter: "" });
    await pass(from("203.0.113.3"));
    await ask(`PATCH /event_subscriptions/${id}`, { sources: [{ type: HTTP }] });
    await pass(from("203.0.113.4"));
    await ask(`PATCH /event_subscriptions/${id}`, { sources: [{ type: TCP }] });
    await pass(from("203.0.113.5"));
    const objects = (await dueTo(to)).map(({ object }) => object);
    expect(objects.map((object) => Object.keys(object).length)).toEqual([2, 2, 1, 1]);
    expect(objects.map(({ conn }) => (conn as { client_ip: string }).client_ip.slice(-1))).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
    type Told = { events: { object: object; gatehouse: { before: object } }[] };
    const { events } = await ask<Told>(`GET /events?object_id=${id}`);
    expect(events[2]).toMatchObject({
      object: { sources: [{ type: HTTP, fields: ["conn.client_ip"], filter: "" }] },
      gatehouse: { before: { sources: [{ fields: [], filter: "ev.conn.client_ip == '203.0.113.2'" }] } },
    });
  });

  it("sends a share of its events, which their IDs decide", async () => {
    const [one, other] = [await destination(), await destination()];
    await subscribe(one, { type: HTTP, sample: 0.3 });
    await subscribe(other, { type: HTTP, sample: 0.3, fields: ["conn.client_ip"] });
    const events = Array.from({ length: 100 }, () => from("203.0.113.7"));
    await pass(...events);
    const wanted = events.filter(({ event_id }) => isSampled(event_id, 0.3)).map(({ event_id }) => event_id);
    for (const to of [one, other])
      expect((await dueTo(to)).map(({ event_id }) => event_id)).toEqual(wanted.toSorted());
  });

  it("of several subscriptions sends an event once, with the fields of all that want it", async () => {
    const to = await destination();
    await subscribe(to, { type: HTTP, fields: ["conn.client_ip"] });
    await subscribe(to, { type: HTTP, fields: ["http.request.method"], filter: "ev.conn.server_port == 80" });
    await pass(from("203.0.113.7", 443), from("203.0.113.8", 80));
    const objects = (await dueTo(to)).map(({ object }) => object);
    expect(objects).toHaveLength(2);
    expect(objects).toEqual(
      expect.arrayContaining([
        { conn: { client_ip: "203.0.113.7" } },
        { conn: { client_ip: "203.0.113.8" }, http: { request: { method: "get" } } },
      ]),
    );
  });

  it("sends nothing by a filter that this version can’t read, and says so", async () => {
    // Cause: a database that another version wrote may hold any filter. Law: what can’t be judged is not sent.
    const to = await destination();
    const id = await subscribe(to, { type: HTTP });
    await app.db.updateTable("event_sources").set({ filter: "ev.conn.country == 'NL'" }).execute();
    await pass(from("203.0.113.7"));
    expect(await dueTo(to)).toEqual([]);
    const said = "Nothing is sent: the filter has an unknown field: ev.conn.country";
    expect(await ask(`GET /event_subscriptions/${id}`)).toMatchObject({
      sources: [{ filter: "ev.conn.country == 'NL'", fault: expect.stringContaining(said) }],
    });
    expect(app.logged.join("")).toContain("the filter has an unknown field: ev.conn.country");
  });
});

it("a filter sends what GET /traffic finds by it", async () => {
  // Law: one meaning of a filter, wherever it is asked.
  const to = await destination();
  const clients = ["203.0.113.7", "203.0.113.8", "198.51.100.2"];
  const events = clients.flatMap((client) =>
    [80, 443].map((port, i) =>
      trafficEvent({
        ...(i === 0 || client !== clients[2] ? { "conn.client_ip": client } : {}),
        "conn.server_port": port,
        ...(port === 443 && { "conn.server_name": "shop.example" }),
      }),
    ),
  );
  const term = fc.oneof(
    fc.constantFrom(...clients).map((client) => `ev.conn.client_ip == '${client}'`),
    fc.constantFrom("80", "443").map((port) => `ev.conn.server_port != ${port}`),
    fc.constantFrom("has(ev.conn.server_name)", "ev.conn.server_name.startsWith('shop')"),
    fc.constantFrom("ev.conn.client_ip.matches('^203')", "ev.conn.server_port in [443, 8443]"),
  );
  const filter = fc
    .array(fc.tuple(term, fc.constantFrom("&&", "||"), fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((terms) => terms.map(([one, by, not], i) => `${i ? by : ""} ${not ? `!(${one})` : one}`).join(" "));
  const id = await subscribe(to, { type: HTTP });
  await fc.assert(
    fc.asyncProperty(filter, async (text) => {
      await ask(`PATCH /event_subscriptions/${id}/sources/${HTTP}`, { filter: text });
      await app.db.deleteFrom("event_deliveries").execute();
      const fresh = events.map((event) => ({ ...event, event_id: trafficEvent({}).event_id }));
      await pass(...fresh);
      type Page = { traffic: TrafficEvent[] };
      const { traffic } = await ask<Page>(`GET /traffic?filter=${encodeURIComponent(text)}`);
      const ids = new Set(fresh.map(({ event_id }) => event_id));
      const found = traffic.map(({ event_id }) => event_id).filter((one) => ids.has(one));
      expect((await dueTo(to)).map(({ event_id }) => event_id)).toEqual(found.toSorted());
    }),
    { numRuns: 15 },
  );
});

it("without a subscription nothing is read for what passes, and without a destination nothing for what is written", async () => {
  // Cause: every batch of traffic and every write asked for sources and deliveries. Law: who sends no events pays next to nothing.
  app.deliverer.start();
  await pass(from("203.0.113.7"));
  await ask("POST /ip_policies", {});
  await new Promise((after) => setTimeout(after, 100));
  const read = vi.spyOn(app.db, "selectFrom");
  await pass(from("203.0.113.8"));
  await ask("POST /ip_policies", {});
  await new Promise((after) => setTimeout(after, 100));
  const tables = read.mock.calls.map(([table]) => JSON.stringify(table));
  expect(tables.filter((table) => /event_(?:sources|destinations|deliveries)/.test(table))).toEqual([]);
});
