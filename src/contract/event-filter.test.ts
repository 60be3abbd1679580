import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checkEventFilter } from "./event-filter.ts";

const HTTP = "http_request_complete.v0";
const EVENT = {
  conn: {
    client_ip: "203.0.113.7",
    server_ip: "198.51.100.2",
    server_name: "shop.example",
    server_port: 443,
  },
  http: { request: { method: "get" } },
};

it.each([
  ["ev.conn.client_ip == '203.0.113.7'", true],
  ["ev.conn.server_port in [80, 8080]", false],
  ["ev.conn.server_name.endsWith('.example') && ev.conn.server_port >= 400", true],
  ["ev.conn.server_name.matches('^(shop|app)[.]')", true],
  ["has(ev.conn.server_name) ? size(ev.conn.server_name) > 3 : false", true],
  ["[80, 443].exists(port, port == ev.conn.server_port)", true],
  ["string(ev.conn.server_port) == '443'", true],
])("%s is %s", async (text, expected) => {
  const check = await checkEventFilter(HTTP, text);
  expect(check.ok && check.passes(EVENT)).toBe(expected);
});

const ONLY = "Use one of ev.conn.client_ip, ev.conn.server_ip, ev.conn.server_name, ev.conn.server_port";

it.each([
  ["", "is empty. Example: ev.conn.server_port == 443", 0],
  ["ev.conn.server_port = 4", "has a single = at character 21. Compare with ==", 20],
  [
    "true && ev.conn.clientip == '1'",
    "has an unknown field: ev.conn.clientip. Did you mean ev.conn.client_ip?",
    8,
  ],
  ["ev.http.request.method == 'get'", `can’t use ev.http.request.method. ${ONLY}`, 0],
  ["has(ev.http)", `can’t use ev.http. ${ONLY}`, 4],
  ["event.conn.client_ip == '1'", "knows only ev, not event. Example: ev.conn.client_ip", 0],
  [
    "ev.conn.client_ip.startWith('1')",
    "has a function that does not exist: startWith(). Did you mean startsWith()?",
    17,
  ],
  ["ev.conn.server_port", "must be true or false. Example: ev.conn.server_port == 443", undefined],
  [
    "ev.conn.server_port == '443'",
    "compares ev.conn.server_port (a whole number) with a text. Leave out the quotes",
    0,
  ],
  [
    "1 == 1 && 5 < ev.conn.client_ip",
    "compares ev.conn.client_ip (a text) with a whole number. Write it in quotes",
    14,
  ],
  [
    "ev.conn.server_port in ['1']",
    "compares ev.conn.server_port (a whole number) with a text. Leave out the quotes",
    0,
  ],
  ["ev.conn.server_port in 4", "has a whole number after in. Example: ev.conn.server_port in [80, 443]", 23],
  ["!ev.conn.client_ip", "has ev.conn.client_ip (a text) beside !. Compare it with a value first", 1],
  [
    "ev.conn.server_port.matches('4')",
    "has matches() with ev.conn.server_port (a whole number). It takes texts only",
    0,
  ],
  [
    "size(ev.conn.server_port) > 1",
    "has size() of ev.conn.server_port (a whole number). It takes a text or bytes or a list or a map",
    5,
  ],
  [
    "ev.conn.server_port + 1.5 > 2.0",
    "can’t use + with a whole number and a decimal number. Convert one by double()",
    undefined,
  ],
  ["ev.conn.server_ip.exists(x, x == 'a')", "loops over ev.conn.server_ip (a text). Loop over a list", 0],
  [`true || ${"1 == 1 || ".repeat(200)}true`, "is too long: 2012 of 2000 characters", undefined],
])("refuses %s", async (text, message, at) => {
  expect(await checkEventFilter(HTTP, text)).toEqual({ ok: false, message, ...(at !== undefined && { at }) });
});

it("is for traffic events whose fields are known", async () => {
  expect(await checkEventFilter("api_key_created.v0", "true")).toMatchObject({ ok: false });
  expect(await checkEventFilter("log.v0", "true")).toMatchObject({ ok: false });
  expect(await checkEventFilter("constructor", "true")).toMatchObject({ ok: false });
  expect(await checkEventFilter("tcp_connection_closed.v0", "ev.conn.server_port > 1")).toMatchObject({
    ok: true,
  });
});

it("accepts nothing that fails once it runs", async () => {
  // Cause: a text compared with a number is neither true nor false, so the filter let nothing pass and said nothing. Law: what is
  // accepted, or its opposite, holds for every event that has the fields.
  const text = fc.constantFrom("ev.conn.client_ip", "ev.conn.server_name", "'203.0.113.7'", "'^shop'");
  const number = fc.constantFrom("ev.conn.server_port", "443", "443u", "443.0", "size(ev.conn.client_ip)");
  const other = fc.constantFrom("true", "null", "[443]", "['a']", "{'a': 1}", "x");
  const atom = fc.oneof({ weight: 4, arbitrary: text }, { weight: 4, arbitrary: number }, other);
  const signs = fc.constantFrom("==", "!=", "<", ">=", "&&", "||", "in", "+", "-", "*");
  const names = fc.constantFrom("startsWith", "contains", "endsWith");
  const compared = (one: fc.Arbitrary<string>) =>
    fc.tuple(one, fc.constantFrom("==", "!=", "<", ">="), one).map((all) => `(${all.join(" ")})`);
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      compared(text),
      compared(number),
      fc.tuple(text, names, text).map(([a, name, b]) => `${a}.${name}(${b})`),
      atom,
      fc
        .tuple(tie("expression"), fc.constantFrom("&&", "||"), tie("expression"))
        .map((all) => `(${all.join(" ")})`),
      fc.tuple(tie("expression"), signs, tie("expression")).map((all) => `(${all.join(" ")})`),
      fc.tuple(tie("expression"), names, tie("expression")).map(([a, name, b]) => `${a}.${name}(${b})`),
      fc.tuple(fc.constantFrom("!", "-", "size"), tie("expression")).map(([sign, a]) => `${sign}(${a})`),
      fc.tuple(fc.constantFrom("[443]", "['a']"), compared(atom)).map(([a, b]) => `${a}.exists(x, ${b})`),
      fc.tuple(atom, atom, atom).map(([a, b, c]) => `(${a} == ${b} ? ${b} == ${c} : ${c} in ${a})`),
    ),
  }));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(expression, async (one) => {
      const check = await checkEventFilter(HTTP, one);
      if (!check.ok) return;
      const opposite = await checkEventFilter(HTTP, `!(${one})`);
      accepted += 1;
      expect(opposite.ok && opposite.passes(EVENT)).toBe(!check.passes(EVENT));
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
