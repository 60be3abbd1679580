import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { anyRules, ruleOf } from "#testing/ip-rule-arbitraries.ts";
import { planPaste } from "./paste.ts";

const to = { ip_policy_id: "ipp_A", action: "allow" as const };
const plan = (...lines: string[]) =>
  planPaste(lines.join("\n"), to, []).map(({ status, note, everyone }) => ({ status, note, everyone }));

describe("lines that contradict each other", () => {
  // Cause: a later line was compared by its range alone, so a deny after an allow was dropped as repeated and the allow was
  // made. Law: the lab finds contradictory rules, and bulk paste has a plan.
  it("are both left out, whichever comes first", () => {
    const both = [
      { status: "clash", note: "Line 2 denies the same range. Remove one of them." },
      { status: "clash", note: "Changed to 10.1.0.0/16. Line 1 allows the same range. Remove one of them." },
    ];
    expect(plan("10.1.0.0/16 lab", "10.1.9.9/16 deny")).toMatchObject(both);
    expect(plan("10.1.9.9/16 deny", "10.1.0.0/16 lab", "10.1.0.0/16")).toMatchObject([
      { status: "clash" },
      { status: "clash" },
      { status: "clash" },
    ]);
  });

  it("a deny counts although no rule can be made of its line", () => {
    expect(plan("10.1.0.0/16", `deny 10.1.0.0/16 ${"ü".repeat(128)}`)[0]).toMatchObject({ status: "clash" });
  });

  it("what is made is the same in every order of the lines", () => {
    const shuffled = anyRules.chain((rules) => {
      const lines = rules.map(({ cidr, action }) => `${action} ${cidr}`);
      const every = { minLength: lines.length, maxLength: lines.length };
      return fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, every));
    });
    const made = (lines: string[]) =>
      planPaste(lines.join("\n"), to, [])
        .flatMap(({ body }) => (body ? [`${body.action} ${body.cidr}`] : []))
        .toSorted();
    fc.assert(
      fc.property(shuffled, ([lines, other]) => {
        expect(made(other)).toEqual(made(lines));
      }),
    );
  });
});

// Cause: the plan read a range that holds every address like any other. Law: a range that holds every address is warned of.
test.each([
  ["0.0.0.0/0", "everyone", "allows all IPv4"],
  ["allow ::/0 all", "everyone", "allows all IPv6"],
  ["7.7.7.7/0", "everyone", "allows all IPv4"],
  ["::ffff:0:0/96", "everyone", "allows all IPv4"],
  ["deny ::/0", "nobody", "denies all IPv6"],
])("%s is warned of before it is made: %s", (line, everyone, words) => {
  const [made] = plan(line);
  expect(made).toMatchObject({ status: "new", everyone });
  expect(made?.note).toContain(words);
});

it("halves that together hold every address are warned of, with those that are there already", () => {
  // Cause: each line was looked at alone. Law: everyone-ranges from a bulk add are confirmed.
  const together = "0.0.0.0/1 and 128.0.0.0/1 together allow all IPv4 addresses that no rule denies.";
  expect(plan("128.0.0.0/1", "0.0.0.0/1", "10.0.0.0/8")).toMatchObject([
    { everyone: "everyone", note: together },
    // Cause: each line repeated the sentence. Law: say a fact once.
    { everyone: "everyone", note: "See line 1." },
    { everyone: null, note: "10.0.0.0/8 is inside 0.0.0.0/1, with the same action." },
  ]);
  const there = { ...ruleOf("ipr_1", "0.0.0.0/1", "allow"), uri: "", created_at: "2026-01-01T00:00:00Z" };
  expect(planPaste("128.0.0.0/1", to, [there])).toMatchObject([{ everyone: "everyone", note: together }]);
});

// Cause: what stood after the range was its description, whatever it was. Law: a plan that says what
// will be made of each line; nothing that was pasted is lost without a word.
test.each([
  "5.5.5.5,5.5.5.6",
  "5.5.5.5\t5.5.5.6",
  "10.0.0.0 255.255.0.0",
  "5.5.5.5 deny 5.5.5.6/31",
  "5.5.5.5 - 5.5.5.9",
])("%j has a second address, and is refused", (line) => {
  expect(plan(line)).toMatchObject([{ status: "invalid" }]);
  expect(plan(line)[0]?.note).toContain("one range per line");
});

it("an address after # is a remark", () => {
  expect(plan("5.5.5.5 # was 5.5.5.6")).toMatchObject([{ status: "new" }]);
  expect(plan("5.5.5.5 # 5.5.5.6")).toMatchObject([{ status: "new" }]);
});

// Cause: every unreadable range had one sentence that named no reason; then a second mask was called a wrong number of an address, and
// some had no example. Law: an error says what to do.
test.each([
  ["10.0.0.0/8/8", "has more than one mask"],
  ["10.0.0.0/129", "an IPv4 mask has at most 32 bits"],
  ["2001:db8::/129", "an IPv6 mask has at most 128 bits"],
  ["10.0.0.0/8\u200B", "invisible character"],
  ["\u200B10.0.0.0/8", "invisible character"],
  ["10.0.0.0/255.255.0.0", "Use 10.0.0.0/16"],
  ["10.0.0.0/0.0.255.255", "Use 10.0.0.0/16"],
  ["10.0.0.0/0.0.0.0", "Use 10.0.0.0/0"],
  ["10.0.0.0/255.0.255.0", "a number from 0 to 32"],
  ["10.0.0.0/08", "without leading zeros"],
  ["203.0.113.57:443", "has a port. Use 203.0.113.57."],
  ["[2001:db8::1]:443", "has a port. Use 2001:db8::1."],
  ["5.5.5.5-5.5.5.9", "a span"],
  ["10.0.0.256/8", "four numbers from 0 to 255"],
  ["fe80::1%eth0/64", "a zone"],
])("%j: %s", (line, words) => {
  const [made] = plan(line);
  expect(made).toMatchObject({ status: "invalid" });
  expect(made?.note).toContain(words);
  expect(made?.note).toMatch(
    /Use [\da-f]|Remove the %|Type the address|Example: (?:203\.0\.113\.0\/24|2001:db8::\/32)$/,
  );
});
