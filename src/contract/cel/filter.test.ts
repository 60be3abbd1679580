import * as fc from "fast-check";
import { expect, it } from "vitest";
import { BODY_FIELDS, TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";
import { compileFilter, type Filter } from "./filter.ts";

async function filter(text: string): Promise<Filter> {
  const compiled = await compileFilter(text, TRAFFIC_FIELDS, BODY_FIELDS);
  if ("fault" in compiled) throw new Error(compiled.fault);
  return compiled;
}

const EVENT = {
  conn: { client_ip: "203.0.113.7", server_port: 443, start_ts: "2026-11-22T10:00:00.123Z" },
  http: { request: { method: "get", headers: { "User-Agent": ["curl/8"] } }, response: { status_code: 201 } },
  backend: { connection_reused: true },
  traffic_policy: { logs: [{ tier: "free" }] },
  gatehouse: { route_id: "edghtsrt_1" },
};

it.each([
  ["ev.http.response.status_code == 201", true],
  ["ev.conn.server_port % 2 == 1", true],
  ["ev.conn.start_ts > timestamp('2026-11-22T00:00:00Z')", true],
  ["ev.conn.start_ts.getFullYear() == 2025", false],
  ["ev.backend.connection_reused", true],
  ["ev.http.request.headers['User-Agent'].exists(v, v.matches('(?i)CURL'))", true],
  ["'Host' in ev.http.request.headers", false],
  ["ev.traffic_policy.logs.exists(l, l.tier == 'free')", true],
  ["ev['gatehouse']['route_id'] in ['edghtsrt_1']", true],
  // What an event does not have: neither this nor its opposite.
  ["ev.oauth.decision == 'allow'", false],
  ["ev.oauth.decision != 'allow'", false],
  ["has(ev.oauth.decision)", false],
  ["!has(ev.oauth.user.name) && has(ev.http)", true],
])("%s is %s", async (text, expected) => {
  expect((await filter(text)).passes(EVENT)).toBe(expected);
});

it("knows no way out of its bounds", async () => {
  // Cause: an expression may loop in loops, or be nested until the stack ends. Law: it is refused before anything runs.
  const deep = `${"[1].exists(x, ".repeat(3)}true${")".repeat(3)}`;
  const many = Array.from({ length: 110 }, () => "ev.a==1").join("||");
  const nested = `${"(".repeat(900)}true${")".repeat(900)}`;
  for (const text of [deep, many, "!".repeat(1_900), nested, "[".repeat(1_999)]) {
    expect(await compileFilter(text, TRAFFIC_FIELDS)).toHaveProperty("fault");
  }
});

it("refuses very many brackets before the parser sees them", async () => {
  // Cause: the parser took a second for 2,000 characters of brackets that nothing closes, and whether it ran out of stack was luck.
  // Law: what could hold it up is never parsed, wherever texts and comments end.
  const noise = fc.constantFrom("", `")"+`, `r"\\"+`, `'''"'''+`, "//)\n");
  const open = fc.tuple(noise, fc.constantFrom("(", "[", "{1:", "size(", "!("));
  const many = fc.array(open, { minLength: 151, maxLength: 180 }).map((all) => all.flat().join(""));
  await fc.assert(
    fc.asyncProperty(many, async (text) => {
      const answer = await compileFilter(text, TRAFFIC_FIELDS);
      expect(answer).toMatchObject({
        fault: expect.stringMatching(/^(is too long|has more than 150 brackets)/),
      });
    }),
  );
});

it("answers any text with a filter or a fault in words, and reads no more than it may", async () => {
  const token = fc.constantFrom(
    ..."ev . conn client_ip http has ( ) [ ] == && || ! 'x' 1 exists , in true null { } ? : timestamp matches __proto__ constructor".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(token, { maxLength: 14 }).map((all) => all.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const compiled = await compileFilter(one, TRAFFIC_FIELDS, BODY_FIELDS);
      const answer = "fault" in compiled ? compiled.fault.length > 10 : compiled.passes(EVENT);
      expect(answer).toBeTypeOf("boolean");
      expect("fault" in compiled && !answer).toBe(false);
    }),
  );
});

it("needs texts that every event which passes has", async () => {
  // Cause: what the database leaves out is never seen by the filter. Law: it leaves out nothing that passes.
  const value = fc.constantFrom("get", 'a"b', "é\n", "x", "\\");
  const name = fc.constantFrom("http.request.method", "http.request.url.path", "gatehouse.route_id");
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}'`;
  const term = fc.record({ name, value }).map((one) => `ev.${one.name} == ${quoted(one.value)}`);
  const joined = fc
    .array(fc.tuple(term, fc.constantFrom(" && ", " || ")), { minLength: 1, maxLength: 4 })
    .map((all) => all.map(([one, by], index) => (index === 0 ? one : `${by}${one}`)).join(""));
  const event = fc.record({ method: value, path: value, route: value }).map(({ method, path, route }) => ({
    http: { request: { method, url: { path } } },
    gatehouse: { route_id: route },
  }));
  await fc.assert(
    fc.asyncProperty(joined, event, async (written, one) => {
      const { passes, needs } = await filter(written);
      const text = JSON.stringify(one);
      const hasAll = needs.every((need) => text.includes(JSON.stringify(need)));
      expect(passes(one) && !hasAll).toBe(false);
    }),
    { numRuns: 200 },
  );
});
