// Cause: what other languages write got the parser’s words or nothing to do, and what fails for every event was accepted. Law: a wrong
// filter never runs, and always says what to change.
import { parse } from "@bufbuild/cel";
import { expect, it } from "vitest";
import { checkEventFilter } from "./event-filter.ts";
import { eventFilterFault } from "./event-filter-fault.ts";

const HTTP = "http_request_complete.v0";
const PORT = "ev.conn.server_port";
const IP = "ev.conn.client_ip";

it.each([
  // Of other languages.
  [`${PORT} === 443`, "Compare with =="],
  [`${PORT} !== 443`, "Compare with !="],
  [`${PORT} <> 443`, "Compare with !="],
  [`${PORT} = 443`, "Compare with =="],
  [`${PORT} == 443 and true`, "Join with &&"],
  [`${PORT} == 443 & true`, "Join with &&"],
  [`${PORT} == 443 OR true`, "Join with ||"],
  [`${PORT} == 443 | true`, "Join with ||"],
  [`not ${PORT} == 443`, "Write ! for not"],
  [`${IP} like '10%'`, "Use matches(), contains(), startsWith() or endsWith()"],
  [`${IP} =~ '^10'`, "Use matches(), contains(), startsWith() or endsWith()"],
  [`${PORT} in (80, 443)`, "Write the list in square brackets: [80, 443]"],
  [`${IP} == “10.0.0.1”`, "Use straight quotes"],
  [`${IP} == \`10\``, "Use straight quotes"],
  [`${PORT} == 443;`, "Remove it and what follows"],
  [`${PORT} == 443 # TLS`, "Remove it and what follows"],
  [`ev.conn?.client_ip == '1'`, "Write one dot between names"],
  [`type(${IP}) == string`, "Example: ev.conn.client_ip"],
  [`cidr('10.0.0.0/8').containsIP(${IP})`, "Did you mean contains()?"],
  [`${IP}.lower() == 'a'`, "Of a text there are contains(), endsWith()"],
  [`${IP}.length > 3`, "Write size(ev.conn.client_ip)"],
  [`${PORT} == +443`, "Example: ev.conn.server_port == 443"],
  ["if (true) true", "Example: ev.conn.server_port == 443"],
  // Not finished.
  [`${PORT} == 443 && `, "ends too early. Example:"],
  ["ev.", "ends too early. Example:"],
  [`(${PORT} == 443`, "ends too early. Example:"],
  [`has(${IP}`, "Close the bracket"],
  [`${PORT} == 443)`, "Remove this bracket"],
  [`${IP} == '10`, "Close the quote"],
  ["ev.conn..client_ip == '1'", "Write one dot between names"],
  // Functions with what they do not take.
  ["has()", "Example: has(ev.conn.server_name)"],
  ["has('a')", "Example: has(ev.conn.server_name)"],
  ["[1].exists(x)", "Example: [80, 443].exists("],
  [`startsWith(${IP}, '10')`, `Example: ev.conn.server_name.startsWith("shop")`],
  [`matches(${IP}, '10')`, `Example: ev.conn.server_name.matches("shop")`],
  ["size() > 3", "Example: size(ev.conn.server_name) > 3"],
  ["size('a', 'b') > 3", "Example: size(ev.conn.server_name) > 3"],
  [`${IP}.int() == 1`, `Example: int("443")`],
  ["timestamp().getHours() == 1", `Example: timestamp("2026-11-22T10:00:00Z")`],
  [`${IP}.matches(ev.conn.server_name)`, "needs a text in quotes"],
  // What fails for every event.
  [
    `timestamp('yesterday') < timestamp('2026-11-22T10:00:00Z')`,
    `Example: timestamp("2026-11-22T10:00:00Z")`,
  ],
  ["duration('1 day') < duration('2h')", `Example: duration("90s")`],
  ["int('many') == 1", `Example: int("443")`],
  ["bool('yes')", `Example: bool("true")`],
  ["double('x') > 1.0", `Example: double("0.5")`],
  [`${IP}[0] == '1'`, "Only lists and maps have places: compare it as a whole"],
  [`${PORT} / 0 == 1`, "Divide by another number"],
  [`${PORT} % 0 == 1`, "Divide by another number"],
  [`${PORT} == 99999999999999999999`, "Use at most 9223372036854775807"],
  ["{'a': 1, 'a': 2} == {'a': 1}", "twice. Remove one"],
  ["{1.5: 1} == {}", "Use a text or a whole number"],
  ["a.b{c: 1} == {}", `Write lists as [1, 2] and maps as {"a": 1}`],
  [`${PORT} + 'a' == 'b'`, "Convert one by string()"],
  [`${PORT} + 1.5 > 2.0`, "Convert one by double()"],
  [`-${IP} == '1'`, "Calculate with numbers"],
  [`${IP} == ${PORT}`, "Convert the other one by string()"],
])("%s is refused: %s", async (text, change) => {
  const check = await checkEventFilter(HTTP, text);
  expect(check).toMatchObject({ ok: false, message: expect.stringContaining(change) as unknown });
  // The editor of a source says the same as the service and the workbench.
  expect(eventFilterFault(parse, HTTP, text)?.fault).toBe(check.ok ? null : check.message);
});

it.each([
  `timestamp('2026-11-22T10:00:00Z') + duration('1h30m') > timestamp('2026-11-22T11:00:00+01:00')`,
  `int('443') == ${PORT} && uint('1') == 1u && double('1e3') > 1.0 && bool('true')`,
  `[80, 443][0] == 80 && {'a': 1}['a'] == 1 && ${PORT} / 2 > 1 && 1.0 / 0.0 > 1.0`,
  `${PORT} == 9223372036854775807 || ${PORT} == -9223372036854775808 || size(${IP}) == ${IP}.size()`,
  `timestamp('2026-11-22T10:00:00Z').getHours('Europe/Berlin') == 11 && duration('3h').getHours() == 3`,
])("%s is accepted", async (text) => {
  expect(await checkEventFilter(HTTP, text)).toMatchObject({ ok: true });
});
