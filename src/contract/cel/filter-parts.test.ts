import * as fc from "fast-check";
import { expect, it } from "vitest";
import { nest } from "#contract/traffic/nest.ts";
import { conjunctSpans } from "./conjuncts.ts";
import { compileParts, type FilterPart } from "./filter-parts.ts";
import { compileFilter, readerOf } from "./filter.ts";

const FIELDS = {
  "conn.client_ip": { type: "string" },
  "conn.server_name": { type: "string" },
  "conn.server_port": { type: "int32" },
  "conn.start_ts": { type: "timestamp" },
} as const;

async function partsOf(text: string): Promise<readonly FilterPart[]> {
  const parts = await compileParts(text, FIELDS);
  if ("fault" in parts) throw new Error(`${text} ${parts.fault}`);
  return parts;
}

const texts = fc.constantFrom("10.0.0.1", "10.1", "shop.example.com", "", "é", "443", "a.b");
const ports = fc.constantFrom(0, 80, 443, 8443, -1);
const quoted = (text: string) => JSON.stringify(text);
const textField = fc.constantFrom("ev.conn.client_ip", "ev.conn.server_name", "ev.conn['client_ip']");
const compared = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
/** Conditions of every shape that has a shortcut, beside some that have none or compare what can’t be compared. */
const leaf = fc.oneof(
  fc.tuple(textField, compared, texts).map(([name, sign, text]) => `${name} ${sign} ${quoted(text)}`),
  fc.tuple(texts, compared, textField).map(([text, sign, name]) => `${quoted(text)} ${sign} ${name}`),
  fc.tuple(compared, ports).map(([sign, port]) => `ev.conn.server_port ${sign} ${port}`),
  fc.tuple(ports, compared).map(([port, sign]) => `${port} ${sign} ev.conn.server_port`),
  fc.tuple(textField, ports).map(([name, port]) => `${name} == ${port}`),
  fc.tuple(fc.array(ports)).map(([all]) => `ev.conn.server_port in [${all.join(", ")}]`),
  fc.tuple(textField, fc.array(texts)).map(([name, all]) => `${name} in [${all.map(quoted).join(", ")}]`),
  fc
    .tuple(textField, fc.constantFrom("startsWith", "endsWith", "contains"), texts)
    .map(([name, method, text]) => `${name}.${method}(${quoted(text)})`),
  fc
    .tuple(textField, fc.constantFrom("^10", "0$", "^a.b$", "example", "^10\\\\.0", "1|0", "(?i)SHOP", ""))
    .map(([name, pattern]) => `${name}.matches("${pattern}")`),
  fc.constantFrom(
    "has(ev.conn)",
    "has(ev.conn.server_name)",
    "!has(ev.conn.server_port)",
    "ev.conn.client_ip == ev.conn.server_name",
    "[80, 443].exists(p, p == ev.conn.server_port && true)",
    "ev.conn.start_ts == '2026-11-22T10:00:00Z'",
    "ev.conn.start_ts < timestamp('2026-11-22T10:00:00Z')",
    "ev.conn.server_port / 0 == 1",
    "(ev.conn.server_port > 1 ? ev.conn.client_ip : 'a && b') == 'a'",
    "'a && b' != ev.conn.client_ip",
    "true",
    "1",
  ),
);
const { filter } = fc.letrec<{ filter: string; some: string }>((tie) => ({
  some: fc.oneof({ maxDepth: 4 }, leaf, tie("filter")),
  filter: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(tie("some"), fc.constantFrom("&&", " && ", "\n  && ", " || "), tie("some"))
      .map(([a, sign, b]) => a + sign + b),
    fc.tuple(fc.constantFrom("", "!", " "), tie("some")).map(([sign, a]) => `${sign}(${a})`),
  ),
}));
/** What is in an event, or not, or is of another type. */
const event = fc
  .record(
    {
      "conn.client_ip": fc.oneof(texts, fc.constantFrom(7, null, true)),
      "conn.server_name": fc.oneof(texts, fc.constant(null)),
      "conn.server_port": fc.oneof(ports, fc.constantFrom("443", 1.5, null)),
      "conn.start_ts": fc.constantFrom("2026-11-22T10:00:00Z", "2025-01-01T00:00:00.5Z"),
    },
    { requiredKeys: [] },
  )
  .map((values) => nest(values));

it("says true of all parts exactly of what passes the service’s filter", async () => {
  // Law: what the workbench says of an event is what the service does with it.
  await fc.assert(
    fc.asyncProperty(filter, fc.array(event, { minLength: 1, maxLength: 6 }), async (text, events) => {
      const whole = await compileFilter(text, FIELDS);
      const parts = await compileParts(text, FIELDS);
      expect("fault" in parts).toBe("fault" in whole);
      if ("fault" in whole || "fault" in parts) return;
      for (const one of events) {
        const verdicts = parts.map(({ judge }) => judge(readerOf(one)));
        expect(verdicts.every((verdict) => verdict === true)).toBe(whole.passes(one));
      }
    }),
    { numRuns: 200 },
  );
});

it("takes no shortcut that leads elsewhere", async () => {
  let taken = 0;
  const wrong: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(filter, fc.array(event, { minLength: 1, maxLength: 6 }), async (text, events) => {
      const parts = await compileParts(text, FIELDS);
      if ("fault" in parts) return;
      for (const { quick, judge } of parts) {
        for (const one of quick ? events : []) {
          const said = quick?.(readerOf(one));
          if (said === undefined) continue;
          taken += 1;
          if (judge(readerOf(one)) !== said) wrong.push([text, one, said]);
        }
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 200 },
  );
  expect(taken).toBeGreaterThan(100);
});

it.each([
  ["a && b", ["a", "b"]],
  ["  ((a)&&(b && 'x && y'))  ", ["a", "b", "'x && y'"]],
  ["a && b || c", ["a && b || c"]],
  ["a && (b || c)", ["a", "b || c"]],
  ["(a || b) && c", ["a || b", "c"]],
  ["(a) || (b)", ["(a) || (b)"]],
  ["a ? b && c : d", ["a ? b && c : d"]],
  [String.raw`r'\' && a == "\" && " && b`, [String.raw`r'\'`, String.raw`a == "\" && "`, "b"]],
  ["a // && b\n && c", ["a // && b", "c"]],
  ["f(a && b) && [c && d][0]", ["f(a && b)", "[c && d][0]"]],
  ["", [""]],
])("splits %j", (text, parts) => {
  expect(conjunctSpans(text).map(({ from, to }) => text.slice(from, to))).toEqual(parts);
});

it("finds a place for each part, and names what it depends on", async () => {
  const [port, name, both] = await partsOf(
    "ev.conn.server_port == 443 && has(ev.conn.server_name) && (ev.conn.client_ip == 'a' || has(ev.conn))",
  );
  expect(port).toMatchObject({ text: "ev.conn.server_port == 443", names: ["conn.server_port"], asked: [] });
  expect(name).toMatchObject({ text: "has(ev.conn.server_name)", names: [], asked: ["conn.server_name"] });
  expect(both).toMatchObject({ names: ["conn.client_ip"], asked: ["conn"] });
  expect(port?.judge(readerOf({ conn: {} }))).toBe("the event has no conn.server_port");
  expect(port?.judge(readerOf({ conn: { server_port: 80 } }))).toBe(false);
});
