import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checkEventFilter } from "#contract/event-filter.ts";
import { type Completion, completionAt, withSuggestion } from "./complete.ts";

const HTTP = "http_request_complete.v0";

/** The completion at `¦`. */
function at(marked: string, asked = false): Completion | null {
  return completionAt(marked.replace("¦", ""), marked.indexOf("¦"), HTTP, asked);
}
const labels = (marked: string, asked = false) => at(marked, asked)?.options.map(({ label }) => label) ?? [];

it("suggests fields by any part of their name, those that can’t be used last and with the reason", () => {
  expect(labels("ip¦")).toEqual([
    "ev.conn.client_ip",
    "ev.conn.server_ip",
    "ev.ip_policy.decision",
    "ev.tls.cipher_suite",
  ]);
  const refused = at("ip¦")?.options.map((one) => one.refused);
  expect(refused).toEqual([null, null, "Filters can’t use this field", "Filters can’t use this field"]);
});

it.each([
  ["¦", true, "ev.conn.client_ip"],
  ["ev.conn.server_port > 1 && ¦", false, "ev.conn.client_ip"],
  ["ev.conn.server_port ¦", false, ">="],
  ["ev.conn.server_name ¦", false, "in [texts]"],
  ["ev.conn.server_name.¦", false, "startsWith(text)"],
  ["ev.conn.server_name.ma¦", false, "matches(pattern)"],
  ["ev.conn.server_port == 443 ¦", false, "&&"],
  ["has(ev.¦)", false, "ev.conn.server_name"],
])("suggests at %s", (marked, asked, label) => {
  expect(labels(marked, asked)).toContain(label);
});

it.each([
  "¦",
  "ev.conn.server_name == 'ev¦",
  "ev.conn.client_ip¦",
  'x == "a \\" ev.¦"',
  "ev.conn.start_ts.¦",
  "ev.conn.server_port.¦",
])("suggests nothing at %s", (marked) => {
  expect(labels(marked)).toEqual([]);
});

it("puts in what the filter accepts once its blanks are filled", async () => {
  // Law: functions and operators that are suggested are those of the filter.
  const fields = at("¦", true)!.options.filter(
    ({ label, refused }) => label.startsWith("ev.") && refused === null,
  );
  expect(fields).toHaveLength(4);
  for (const { insert: field, type } of fields) {
    const isText = type === "string";
    const value = isText ? "'a'" : "1";
    const signs = completionAt(`${field} `, field.length + 1, HTTP)!;
    for (const sign of signs.options) {
      const { text } = withSuggestion(`${field} `, signs, sign);
      const filled = sign.label.startsWith("in") ? text : text + value;
      expect([filled, await checkEventFilter(HTTP, filled)]).toMatchObject([filled, { ok: true }]);
    }
    const methods = isText ? completionAt(`${field}.`, field.length + 1, HTTP)! : null;
    for (const method of methods?.options ?? []) {
      const { text } = withSuggestion(`${field}.`, methods!, method);
      const filled = method.type === "bool" ? text : `${text} > 1`;
      expect([filled, await checkEventFilter(HTTP, filled)]).toMatchObject([filled, { ok: true }]);
    }
  }
  for (const start of at("¦", true)!.options.filter(({ label }) => !label.startsWith("ev."))) {
    const { text, cursor } = withSuggestion("", { from: 0, to: 0 }, start);
    const blank = {
      "has(field)": "conn.server_ip",
      "!condition": "true",
      "size(value)": "'a'",
      "int(value)": "'1'",
      "string(value)": "1",
    }[start.label];
    const filled = text.slice(0, cursor) + blank + text.slice(cursor);
    const whole = start.type === "bool" ? filled : `${filled} ${start.type === "int" ? "> 0" : "== '1'"}`;
    expect([whole, await checkEventFilter(HTTP, whole)]).toMatchObject([whole, { ok: true }]);
  }
});

it("changes nothing but the word at the cursor", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ev.conn_ip ()&|!=<>'\"1 []".split("")), maxLength: 30 });
  fc.assert(
    fc.property(text, fc.nat(30), (filter, place) => {
      const cursor = Math.min(place, filter.length);
      const found = completionAt(filter, cursor, HTTP, true);
      for (const option of found?.options ?? []) {
        const { text: next, cursor: after } = withSuggestion(filter, found!, option);
        expect(next.startsWith(filter.slice(0, found!.from))).toBe(true);
        expect(next.endsWith(filter.slice(found!.to))).toBe(true);
        expect(after).toBeLessThanOrEqual(next.length);
        expect(filter.slice(found!.from, found!.to)).toMatch(/^[\w.]*$/);
      }
    }),
  );
});
