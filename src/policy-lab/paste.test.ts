import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { IpPolicyRuleCreate, type IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { anyRules, ruleOf } from "#testing/ip-rule-arbitraries.ts";
import { pasteSummary, planPaste, skippedText } from "./paste.ts";
import { runEach, type Progress } from "./run-each.ts";

const to = { ip_policy_id: "ipp_A", action: "allow" as const };
const full = (rule: ReturnType<typeof ruleOf>): IpPolicyRule => ({
  ...rule,
  uri: `/ip_policy_rules/${rule.id}`,
  created_at: "2026-01-01T00:00:00Z",
});
const there = [
  full(ruleOf("ipr_1", "10.0.0.0/8", "allow")),
  full(ruleOf("ipr_2", "192.0.2.0/24", "deny")),
  full(ruleOf("ipr_3", "198.51.100.0/24", "allow", "ipp_B")),
];

test.each<[string, object]>([
  ["203.0.113.0/24", { status: "new", body: { cidr: "203.0.113.0/24", action: "allow" } }],
  [
    "203.0.113.0/24 Frankfurt office",
    { status: "new", body: { cidr: "203.0.113.0/24", action: "allow", description: "Frankfurt office" } },
  ],
  [
    "deny, 203.0.113.57 # lost laptop",
    { status: "new", body: { cidr: "203.0.113.57/32", action: "deny", description: "lost laptop" } },
  ],
  [
    "2001:DB8::/32;DENY;v6",
    { status: "new", body: { cidr: "2001:db8::/32", action: "deny", description: "v6" } },
  ],
  ["203.0.113.7/16", { status: "new", note: "Changed to 203.0.0.0/16, since host bits were set." }],
  // Cause: the mask after a blank was taken for the description, and one address was allowed in place of a network.
  // Law: a mask is a mask.
  [
    "172.16.0.0 /12 lab",
    { status: "new", body: { cidr: "172.16.0.0/12", action: "allow", description: "lab" } },
  ],
  ["deny 2001:db8:: /32", { status: "new", body: { cidr: "2001:db8::/32", action: "deny" } }],
  ["198.51.100.7 // lab", { status: "new", body: { cidr: "198.51.100.7/32", description: "lab" } }],
  ["[2001:db8::1]", { status: "invalid", note: "“[2001:db8::1]” has brackets. Use 2001:db8::1." }],
  ["::ffff:172.16.0.0/108", { status: "new", body: { cidr: "172.16.0.0/12" } }],
  ["198.51.100.0/24", { status: "new" }],
  // Cause: what was typed with host bits was "Already in this policy", which it wasn’t. Law: what is corrected is said, whatever
  // comes of it.
  [
    "10.1.2.3/8",
    {
      status: "present",
      note: "Changed to 10.0.0.0/8. Already in this policy.",
      rule: { id: "ipr_1" },
      body: null,
    },
  ],
  ["10.0.0.0/8", { status: "present", note: "Already in this policy." }],
  [
    "::ffff:192.0.2.0/120",
    {
      status: "clash",
      note: "Changed to 192.0.2.0/24. This policy already denies it. Change that rule’s action instead.",
    },
  ],
  ["deny 10.0.0.0/8", { status: "clash", rule: { id: "ipr_1" } }],
  ["192.0.2.0/24", { status: "clash", rule: { id: "ipr_2" } }],
  // Cause: a long word was cut without a word of it. Law: what is cut shows that it is.
  [
    `${"a".repeat(60)}bc`,
    { status: "invalid", note: `“${"a".repeat(60)}…” is not an IP range. Example: 203.0.113.0/24` },
  ],
  ["example.com", { status: "invalid", note: "“example.com” is not an IP range. Example: 203.0.113.0/24" }],
  // Cause: who typed IPv6 was shown an IPv4 range. Law: an example is of what was meant.
  [
    "2001:db8:::/32",
    { status: "invalid", note: "“2001:db8:::/32” is not an IP range. Example: 2001:db8::/32" },
  ],
  ["10.0.0.0/33", { status: "invalid" }],
  [`203.0.113.0/24 ${"ü".repeat(128)}`, { status: "invalid" }],
])("%s", (text, expected) => {
  expect(planPaste(text, to, there)).toMatchObject([expected]);
});

// Cause: a range that another rule covered was plain "New", and "redundant" only once it was created. Law: what a change would not
// change is said before it is done.
it("says of new lines that rules there, or other lines, decide for them already", () => {
  const text = "10.20.0.0/16\n192.0.2.7/32\n172.16.0.0/12\n172.16.5.0/24 lab\ndeny 10.3.0.0/16";
  expect(planPaste(text, to, there).map(({ status, note }) => [status, note])).toEqual([
    ["new", "10.20.0.0/16 is inside 10.0.0.0/8, with the same action."],
    ["new", "192.0.2.7/32 is allowed, but 192.0.2.0/24 is denied. Deny wins."],
    ["new", ""],
    ["new", "172.16.5.0/24 is inside 172.16.0.0/12, with the same action."],
    ["new", ""],
  ]);
});

it("counts lines as an editor does, leaves empty ones and comments out, and finds what is repeated", () => {
  const text = "# offices\n203.0.113.0/24\r\n\r\n  \n203.0.113.9/24\nnonsense\n10.0.0.0/8\n";
  const lines = planPaste(text, to, there);
  expect(lines.map(({ number, status }) => [number, status])).toEqual([
    [2, "new"],
    [5, "repeated"],
    [6, "invalid"],
    [7, "present"],
  ]);
  expect(lines[1]?.note).toBe("Changed to 203.0.113.0/24. Same as line 2.");
  expect(pasteSummary(lines)).toBe("1 new, 1 already there, 1 repeated, 1 invalid");
});

// Cause: "lines 1, 2, 3, 4, 5 and 1 more" was longer than the number it left out. Law: what is cut is cut to be shorter.
it.each([
  [5, "5 lines skipped: 5 invalid (lines 1, 2, 3, 4, 5)."],
  [6, "6 lines skipped: 6 invalid (lines 1, 2, 3, 4, 5, 6)."],
  [7, "7 lines skipped: 7 invalid (lines 1, 2, 3, 4, 5 and 2 more)."],
])("tells %i lines by their numbers, as far as that is shorter", (count, words) => {
  const lines = planPaste("no-range\n".repeat(count), to, []);
  expect(skippedText(lines)).toBe(words);
});

describe("any paste", () => {
  it("makes only what the contract takes and the policy does not have, each range once; pasted again it is all there", () => {
    const text = fc
      .array(
        fc.oneof(
          fc.string(),
          anyRules.map((all) => all.map(({ cidr, action }) => `${action} ${cidr} x`).join("\n")),
        ),
      )
      .map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(text, anyRules, (pasted, rules) => {
        const known = rules.map(full);
        const bodies = planPaste(pasted, to, known).flatMap(({ body }) => body ?? []);
        for (const body of bodies) expect(IpPolicyRuleCreate.safeParse(body).success).toBe(true);
        expect(new Set(bodies.map(({ cidr }) => cidr)).size).toBe(bodies.length);
        const after = [
          ...known,
          ...bodies.map((body, i) => full(ruleOf(`ipr_n${i}`, body.cidr, body.action))),
        ];
        expect(planPaste(pasted, to, after).filter(({ status }) => status === "new")).toEqual([]);
      }),
    );
  });
});

describe("runEach", () => {
  it("goes on after a failure, and after a cancel finishes what is under way", async () => {
    const stop = new AbortController();
    const seen: [number, Progress<number>["state"]][] = [];
    const work = (item: number) => {
      if (item === 2) return Promise.reject(new Error("no"));
      if (item === 3) stop.abort();
      return Promise.resolve(item * 10);
    };
    await runEach([1, 2, 3, 4], work, {
      signal: stop.signal,
      onChange: (item, { state }) => seen.push([item, state]),
    });
    expect(seen).toEqual([
      [1, "running"],
      [1, "done"],
      [2, "running"],
      [2, "failed"],
      [3, "running"],
      [3, "done"],
    ]);
  });
});
