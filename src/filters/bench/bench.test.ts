import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checkEventFilter } from "#contract/event-filter.ts";
import { nest } from "#contract/traffic/nest.ts";
import { compileParts } from "#contract/cel/filter-parts.ts";
import { createBench } from "./bench.ts";
import { EventTable } from "./event-table.ts";
import { judgeOf } from "./judge.ts";
import type { FromBench, Ran, RunRequest, Tally } from "./messages.ts";

const HTTP = "http_request_complete.v0";
const TCP = "tcp_connection_closed.v0";

/** A workbench, and what it answers next. */
function open() {
  const answers: FromBench[] = [];
  let told = () => {};
  const send = createBench((message) => {
    answers.push(message);
    told();
  });
  const next = async (): Promise<FromBench> => {
    while (answers.length === 0) await new Promise<void>((done) => (told = done));
    return answers.shift() as FromBench;
  };
  let count = 0;
  return {
    send,
    next,
    answers,
    load: async (given: string | Blob, kind = HTTP): Promise<Tally> => {
      send({ type: "load", load: 1, source: "pasted", kind, given });
      const answer = await next();
      if (answer.type !== "loaded") throw new Error(JSON.stringify(answer));
      return answer.tally;
    },
    request: (filter: string, more: Partial<RunRequest> = {}) =>
      send({
        type: "run",
        run: (count += 1),
        source: "pasted",
        kind: HTTP,
        filter,
        fields: [],
        listed: "all",
        shown: 20,
        ...more,
      }),
  };
}

async function ran(
  bench: ReturnType<typeof open>,
  filter: string,
  more: Partial<RunRequest> = {},
): Promise<Ran> {
  bench.request(filter, more);
  const answer = await bench.next();
  if (answer.type !== "ran") throw new Error(JSON.stringify(answer));
  return answer;
}

const event = (conn: object, type = HTTP, more: object = {}) => ({
  event_id: "ev_1",
  event_type: type,
  event_timestamp: "2026-11-22T10:00:00Z",
  account_id: "ac_1",
  object: { conn, ...more },
  gatehouse: { outcome: "answered" },
});
const lines = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).join("\n");

it("keeps exactly what the filter of a source lets pass, and every part is true of it", async () => {
  // Law: verdicts in the worker are those of the service (src/contract/event-filter.ts).
  const value = fc.constantFrom("10.0.0.1", "shop.example", "", 443, 80, 1.5, null, true, {}, ["a"]);
  const names = fc.constantFrom("client_ip", "server_ip", "server_name", "server_port");
  const conn = fc.dictionary(names, value, { noNullPrototype: true });
  const object = fc.oneof(
    conn.map((values) => ({ conn: values })),
    fc.constantFrom({}, { conn: 5 }, { conn: null }, nest({ "conn.start_ts": "x" })),
  );
  const leaf = fc.constantFrom(
    "ev.conn.server_port == 443",
    "ev.conn.server_port in [80, 443]",
    "ev.conn.server_port > 80",
    "ev.conn.server_port % 2 == 1",
    "ev.conn.client_ip.startsWith('10.')",
    "ev.conn.server_name.matches('^shop[.]')",
    "ev.conn.client_ip == ev.conn.server_name",
    "size(ev.conn.server_name) > 3",
    "has(ev.conn)",
    "has(ev.conn.server_name)",
    "true",
  );
  const joined = fc
    .array(fc.tuple(fc.boolean(), leaf, fc.constantFrom(" && ", " || ")), { minLength: 1, maxLength: 4 })
    .map((all) =>
      all.map(([not, one, sign], i) => `${i > 0 ? sign : ""}${not ? `!(${one})` : one}`).join(""),
    );
  await fc.assert(
    fc.asyncProperty(joined, fc.array(object, { minLength: 1, maxLength: 12 }), async (filter, objects) => {
      const bench = open();
      await bench.load(lines(objects.map((one) => ({ event_type: HTTP, object: one }))));
      const check = await checkEventFilter(HTTP, filter);
      const passes = objects.map((one) => check.ok && check.passes(one));
      const { events, matched, parts, total } = await ran(bench, filter);
      expect({ filter, passes: events.map((one) => one.passes) }).toEqual({ filter, passes });
      expect([total, matched]).toEqual([objects.length, passes.filter(Boolean).length]);
      for (const one of events) expect(one.failing.length === 0).toBe(one.passes);
      for (const [at, { isFalse, failed }] of parts.entries()) {
        const failing = events.flatMap((one) => one.failing.filter(({ part }) => part === at));
        expect([isFalse, failed]).toEqual([
          failing.filter((one) => one.isFalse).length,
          failing.filter((one) => !one.isFalse).length,
        ]);
      }
    }),
    { numRuns: 150 },
  );
});

it("names every line that it can’t read by its number, and counts what is of another kind", async () => {
  const bench = open();
  const given = [
    JSON.stringify(event({ server_port: 443 })),
    "",
    "{not json",
    "7",
    JSON.stringify({ event_type: "api_key_created.v0", object: {} }),
    JSON.stringify(event({ bytes_in: 1 }, TCP)),
    JSON.stringify({ event_type: HTTP }),
    '{"conn":{"server_port":80}}',
    '{"name":"x"}',
  ].join("\n");
  const { events, bad, badCount, others } = await bench.load(given);
  expect([events[HTTP]?.count, events[TCP]?.count, others]).toEqual([2, 1, { "api_key_created.v0": 1 }]);
  expect(badCount).toBe(4);
  expect(bad.map(({ line, reason, text }) => [line, reason.slice(0, 30), text])).toEqual([
    [3, expect.stringMatching(/^can’t be read as JSON/), "{not json"],
    [4, "must be an event, not a number", "7"],
    [7, "has no object with the event’s", JSON.stringify({ event_type: HTTP })],
    [9, "has neither event_type nor a f", '{"name":"x"}'],
  ]);
});

it.each([
  ["an array", JSON.stringify([event({}), event({})], null, 2)],
  ["one event over several lines", JSON.stringify(event({}), null, 2)],
  ["a page of GET /traffic", JSON.stringify({ traffic: [event({})], uri: "x", next_page_uri: null })],
  ["a file with a byte order mark", `\uFEFF${JSON.stringify(event({}))}`],
])("reads %s", async (_, given) => {
  const { events, badCount } = await open().load(new Blob([given]));
  expect([(events[HTTP]?.count ?? 0) > 0, badCount]).toEqual([true, 0]);
});

it("says that a file can’t be read, and which entry of an array", async () => {
  const gone = new Blob(["{}"]);
  gone.text = () => Promise.reject(new Error("The file is gone."));
  const { bad, badCount } = await open().load(gone);
  expect([badCount, bad[0]?.reason]).toEqual([1, "can’t be read: The file is gone. Choose the file again"]);
  const array = await open().load(JSON.stringify([event({}), 7]));
  expect(array.bad).toMatchObject([{ of: "Entry", line: 2, reason: "must be an event, not a number" }]);
});

it("says what is wrong with an array that ends too early", async () => {
  const { bad } = await open().load(`[${JSON.stringify(event({}))},`);
  expect(bad).toMatchObject([{ line: 1, reason: expect.stringMatching(/^can’t be read as a JSON array: /) }]);
});

it("says which part is false, and where there is no answer why", async () => {
  const bench = open();
  await bench.load(lines([event({ server_port: 80, client_ip: "10.0.0.1" }), event({ server_port: 443 })]));
  const { events, parts } = await ran(bench, "ev.conn.server_port == 443 && ev.conn.client_ip == '10.0.0.1'");
  expect(events.map(({ failing }) => failing)).toEqual([
    [{ part: 0, isFalse: true, why: "conn.server_port is 80" }],
    [{ part: 1, isFalse: false, why: "the event has no conn.client_ip" }],
  ]);
  expect(parts).toEqual([
    { text: "ev.conn.server_port == 443", isFalse: 1, failed: 0, reason: null },
    {
      text: "ev.conn.client_ip == '10.0.0.1'",
      isFalse: 0,
      failed: 1,
      reason: "the event has no conn.client_ip",
    },
  ]);
});

it("shows what is sent with the chosen fields, and measures it", async () => {
  const bench = open();
  await bench.load(lines([event({ server_port: 443, client_ip: "é" })]));
  const { events, bytes } = await ran(bench, "", { fields: ["conn.client_ip", "tls.version"] });
  const { gatehouse: _, ...sent } = { ...event({ client_ip: "é" }), principal: null };
  expect(JSON.parse(events[0]?.kept ?? "")).toEqual(sent);
  expect(bytes).toEqual({ mean: Buffer.byteLength(JSON.stringify(sent)) + 1, of: 1 });
});

it("never runs a filter that is wrong", async () => {
  const bench = open();
  await bench.load(lines([event({ server_port: 443 })]));
  bench.request("ev.conn.serverport == 443");
  expect(await bench.next()).toEqual({
    type: "fault",
    run: 1,
    fault: { message: "has an unknown field: ev.conn.serverport. Did you mean ev.conn.server_port?", at: 0 },
  });
});

it("asks the library once for each value that differs, and not at all where there is a shortcut", async () => {
  // Law: 50,000 events are filtered in under 200 ms (npm run bench -- filters). Counted here, since times depend on the machine.
  const table = new EventTable(["conn.server_port"]);
  for (let i = 0; i < 50_000; i += 1) table.add({ conn: { server_port: i % 7 } }, "", null);
  const parts = await compileParts("ev.conn.server_port == 3 && ev.conn.server_port % 2 == 1", {
    "conn.server_port": { type: "int32" },
  });
  if ("fault" in parts) throw new Error(parts.fault);
  const asked = parts.map((part) => {
    let times = 0;
    const judge = judgeOf({ ...part, judge: (read) => ((times += 1), part.judge(read)) }, table);
    for (let i = 0; i < table.size; i += 1) judge(i);
    return times;
  });
  expect(asked).toEqual([0, 7]);
});

it("says nothing of a filter that a newer one replaced", async () => {
  const bench = open();
  const count = 50_000;
  const all = Array.from({ length: count }, (_, i) =>
    event({ server_port: i % 7, client_ip: `10.0.0.${i % 250}` }),
  );
  await bench.load(lines(all));
  const texts = ["ev.conn.server_port", "ev.conn.server_port % 2", "ev.conn.server_port % 2 == 1"];
  for (const text of texts) bench.request(text);
  const answer = await bench.next();
  expect(answer).toMatchObject({ type: "ran", run: 3, total: count, parts: [{ isFalse: 28_571 }] });
  // What was replaced says nothing any more.
  bench.request("true");
  expect(await bench.next()).toMatchObject({ type: "ran", run: 4, matched: count });
  expect(bench.answers).toEqual([]);
});
