import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { compileFilter } from "#contract/cel/filter.ts";
import { TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";
import type { TrafficEvent, TrafficEventList } from "#contract/traffic/traffic-event.ts";
import type { TrafficMetrics } from "#contract/traffic/traffic-metrics.ts";
import type * as z from "zod/mini";
import { idAt } from "../store/ids.ts";
import { fillDisk } from "../testing/storage-faults.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { Stream } from "../testing/test-stream.ts";
import { keep, trafficEvent } from "../testing/traffic-events.ts";
import { filtered } from "#service/traffic/traffic-feed.ts";

let app: TestApp;
const open = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  app = await startTestApp(options);
};

type Page = z.infer<typeof TrafficEventList>;
const read = async (query: string, of = app) => (await of.call<Page>(`GET /traffic?${query}`)).body;
const idsOf = ({ traffic }: Pick<Page, "traffic">) => traffic.map(({ event_id }) => event_id);

/** All pages of a list. */
async function all(query: string, of = app): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = `?${query}`; next !== null;) {
    const page: Page = await read(new URL(next, "http://x").search.slice(1), of);
    ids.push(...idsOf(page));
    next = page.next_page_uri;
  }
  return ids;
}

const request = (path: string, more: Record<string, unknown> = {}) =>
  trafficEvent({
    "http.request.method": "get",
    "http.request.url.path": path,
    "http.response.status_code": 200,
    ...more,
  });

describe("what is asked for", () => {
  beforeAll(() => open());
  afterAll(() => app.close());

  // Cause: "Did you mean ev.gatehouse.test?." of ev.gatehouse.agent: two marks, and another word, near only for the path before it. Law: a
  // name is suggested where it was probably meant, and a sentence has one end.
  it("suggests a name only where it is near, and ends with one mark", async () => {
    await open();
    const said = async (field: string) =>
      (await app.call<{ msg: string }>(`GET /traffic?filter=${field}=='x'`)).body.msg;
    expect(await said("ev.gatehouse.agent")).toMatch(
      /^The filter has an unknown field: ev\.gatehouse\.agent\. ev\.gatehouse has .*\bsession_id\b[^?]*\w\.$/,
    );
    expect(await said("ev.gatehouse.sesion_id")).toMatch(/\. Did you mean ev\.gatehouse\.session_id\?$/);
  });

  it("is what filtering in memory finds, page by page, newest first", async () => {
    // Law: a filter, its part that the database does, and paging together leave out nothing and add nothing.
    const method = fc.constantFrom("get", "post", "put");
    const value = fc.record({
      "http.request.method": method,
      "http.response.status_code": fc.option(fc.constantFrom(200, 404, 500), { nil: undefined }),
      "gatehouse.route_id": fc.option(fc.constantFrom("r1", 'r"2'), { nil: undefined }),
      "http.request.url.path": fc.string({ unit: "binary", maxLength: 4 }),
    });
    const term = fc.oneof(
      method.map((one) => `ev.http.request.method == '${one}'`),
      fc.constantFrom(
        "ev.http.response.status_code >= 404",
        "has(ev.gatehouse.route_id)",
        "ev.gatehouse.route_id == 'r\"2'",
      ),
    );
    const filter = fc
      .array(fc.tuple(term, fc.constantFrom(" && ", " || "), fc.constantFrom("", "!")), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) =>
        parts.map(([one, by, not], index) => `${index === 0 ? "" : by}${not}(${one})`).join(""),
      );
    const events: TrafficEvent[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 9 }),
        filter,
        fc.integer({ min: 8, max: 40 }),
        async (values, text, limit) => {
          const more = values.map((one) => trafficEvent(one));
          await keep(app.traffic, more);
          events.push(...more);
          const compiled = await compileFilter(text, TRAFFIC_FIELDS);
          if ("fault" in compiled) throw new Error(compiled.fault);
          const passed = events
            .filter((one) => compiled.passes(filtered(one)))
            .map(({ event_id }) => event_id);
          expect(await all(new URLSearchParams({ filter: text, limit: String(limit) }).toString())).toEqual(
            passed.toReversed(),
          );
        },
      ),
      { numRuns: 6 },
    );
  });

  it("is an event with all its fields; its captured bodies when it is asked for by its id", async () => {
    const event = trafficEvent();
    await keep(app.traffic, [event]);
    const { account_id, ...rest } = (await app.call<TrafficEvent>(`GET /traffic/${event.event_id}`)).body;
    expect(account_id).toMatch(/^ac_/);
    expect(rest).toEqual(event);
    const [listed] = (await read("limit=1")).traffic;
    expect(JSON.stringify(listed)).not.toContain(event.gatehouse?.capture?.request?.content);
    expect(listed?.gatehouse?.capture?.request?.kept).toBe(12);
  });
});

describe("the bounds of what is kept", () => {
  afterEach(() => app.close());

  const DAY_MS = 86_400_000;
  it.each([
    ["rows", { rows: 3, bytes: 1e9, days: 1 }, 3],
    ["bytes", { rows: 1e6, bytes: 20_000, days: 1 }, 40],
    ["days", { rows: 1e6, bytes: 1e9, days: 2 }, 120],
    ["none", { rows: 0, bytes: 1e9, days: 2 }, 0],
  ])("%s: the oldest go, the newest stay", async (_, trafficKeep, most) => {
    await open({ trafficKeep });
    const old = Array.from({ length: 130 }, (_, index) => ({
      ...request("/old"),
      event_id: idAt("event", Date.now() - 3 * DAY_MS - index),
    }));
    const events = Array.from({ length: 120 }, () => request("/x".repeat(200)));
    await keep(app.traffic, [...old, ...events]);
    await app.traffic.flush();
    const ids = await all("limit=100");
    expect(ids.length).toBeLessThanOrEqual(most);
    expect((await (await app.traffic.store()).size()).bytes).toBeLessThanOrEqual(trafficKeep.bytes);
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(most, 3));
    expect(ids).toEqual(
      events
        .map(({ event_id }) => event_id)
        .toReversed()
        .slice(0, ids.length),
    );
    expect(app.traffic.stats()).toEqual({ kept: trafficKeep.rows === 0 ? 0 : 250, lost: 0 });
  });

  it("hold for what waits for the store too: the rest is lost, counted and still told of", async () => {
    await open();
    await keep(
      app.traffic,
      Array.from({ length: 5_003 }, () => request("/")),
    );
    await app.traffic.flush();
    expect(app.traffic.stats()).toEqual({ kept: 5_000, lost: 3 });
    const { body } = await app.call<z.infer<typeof TrafficMetrics>>("GET /traffic_metrics");
    expect(body).toMatchObject({
      kept: 5_000,
      lost: 3,
      series: [{ id: null, buckets: [{ requests: 5_003 }] }],
    });
    const metrics = await app.fetch("/metrics", { headers: { authorization: `Bearer ${app.key}` } });
    expect(await metrics.text()).toContain("gatehouse_traffic_events_lost_total 3\n");
  });
});

describe("a disk without room", () => {
  beforeEach(() => open());
  afterEach(() => app.close());

  it("loses events, counts them, says so once, and goes on by itself; nobody waits for it", async () => {
    const { db } = await app.traffic.store();
    await keep(app.traffic, [request("/before")]);
    await app.traffic.flush();
    const free = await fillDisk(db as unknown as TestApp["db"], ["traffic_events"]);
    const large = () => request("/lost", { "http.request.user_agent": "x".repeat(50_000) });
    await keep(app.traffic, [large()]);
    await app.traffic.flush();
    expect(app.traffic.stats()).toEqual({ kept: 1, lost: 1 });
    expect(
      app.logged.filter((line) => line.includes("traffic is not kept until there is room")),
    ).toHaveLength(1);
    expect((await read("")).traffic).toHaveLength(1);
    expect((await app.call("POST /ip_policies", { body: {} })).status).toBe(201);
    await free();
    vi.setSystemTime(Date.now() + 5_000);
    await keep(app.traffic, [large()]);
    await app.traffic.flush();
    vi.useRealTimers();
    expect(app.traffic.stats()).toEqual({ kept: 2, lost: 1 });
    expect(app.logged.filter((line) => line.includes("traffic is kept again"))).toHaveLength(1);
  });

  it.skipIf(inject("postgres"))("removes what is too old and gives the room back", async () => {
    const { db, removeOldest } = await app.traffic.store();
    const pages = async () =>
      (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]?.page_count ?? 0;
    await keep(
      app.traffic,
      Array.from({ length: 400 }, () => request("/x".repeat(1_000))),
    );
    await app.traffic.flush();
    const before = await pages();
    await removeOldest(400);
    expect(await pages()).toBeLessThan(before / 2);
  });
});

describe("GET /traffic_stream", () => {
  beforeEach(() => open());
  afterEach(() => app.close());

  async function connect(query = "", headers: Record<string, string> = {}): Promise<Stream> {
    const sent = { authorization: `Bearer ${app.key}`, "service-version": "2", ...headers };
    const { body } = await app.fetch(`/api/traffic_stream?${query}`, { headers: sent });
    if (!body) throw new Error("The stream has no body.");
    return new Stream(body);
  }

  it("has what passes its filter, as the list has it", async () => {
    const stream = await connect(
      "filter=ev.http.response.status_code>=500%26%26has(ev.http.request.headers.Host)",
    );
    // As the edge makes them: no name that a visitor chooses may mean something else.
    const headers: unknown = Object.assign(Object.create(null), { Host: ["a"] });
    const events = [200, 500, 404, 503].map((status) =>
      request("/", { "http.response.status_code": status, "http.request.headers": headers }),
    );
    await keep(app.traffic, events);
    const got = [await stream.event(), await stream.event()];
    expect(got.map((one) => one?.id)).toEqual([events[1]?.event_id, events[3]?.event_id]);
    expect(got[1]?.event).toEqual((await read("limit=1")).traffic[0]);
    await stream.cancel();
  });

  it.runIf(inject("postgres"))("has what passed the edges of other processes too, each once", async () => {
    // Cause: each process has the events of its own edge in memory. Law: who watches sees the traffic of the account.
    const other = await startTestApp({ beside: app });
    const stream = await connect();
    await app.traffic.follow();
    const events = ["/theirs", "/mine", "/theirs"].map((path) => request(path));
    for (const [index, event] of events.entries()) {
      const { traffic } = index === 1 ? app : other;
      await keep(traffic, [event]);
      await traffic.flush();
    }
    const expected = events.map(({ event_id }) => event_id).toSorted();
    expect((await stream.ids(3)).toSorted()).toEqual(expected);
    await sleep(700);
    const last = request("/mine");
    await keep(app.traffic, [last]);
    expect(await stream.ids(1)).toEqual([last.event_id]);
    await stream.cancel();
    await other.close();
  });

  it("tells who reads too slowly how many were left out, and holds no more for them than its bound", async () => {
    // Law: a reader who does not read costs a bounded memory, and sees that something is missing.
    const stream = await connect();
    expect(await stream.frame()).toMatch(/^retry: /);
    const many = Array.from({ length: 3_800 }, () => request("/x".repeat(150)));
    await keep(app.traffic, many.slice(0, 800));
    await sleep(300);
    await keep(app.traffic, many.slice(800));
    let seen = 0;
    let dropped = 0;
    while (seen + dropped < many.length) {
      const frame = (await stream.frame()) ?? "";
      dropped += Number(/^event: dropped\ndata: \{"count":(\d+)\}$/.exec(frame)?.[1] ?? 0);
      if (frame.startsWith("id: ")) seen += 1;
    }
    expect(seen + dropped).toBe(many.length);
    expect(dropped).toBeGreaterThan(1_000);
    await stream.cancel();
  });
});
