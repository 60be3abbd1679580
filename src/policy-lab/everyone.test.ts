import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { anyRules, naiveMatch, ruleOf } from "#testing/ip-rule-arbitraries.ts";
import { everyoneIn, newEveryone } from "./everyone.ts";
import { findingsByRule, findingsOf } from "./findings.ts";
import { everyoneText, findingTitle } from "./lab-text.ts";
import { readRange } from "./range.ts";
import { rangeOf, type RuleLike } from "./verdict.ts";

// Cause: only 0.0.0.0/0 and ::/0 were known to mean everyone, so 0.0.0.0/1 with 128.0.0.0/1 opened a policy without a word.
// Law: ranges that together mean everyone are confirmed.

type Split = { family: 4 | 6; cidrs: string[] };
const textOf = (family: 4 | 6, bits: number, first: bigint) => {
  const parts = family === 4 ? 4 : 8;
  const size = family === 4 ? 8n : 16n;
  const numbers = Array.from(
    { length: parts },
    (_, i) => (first >> (size * BigInt(parts - 1 - i))) & ((1n << size) - 1n),
  );
  const text = family === 4 ? numbers.join(".") : numbers.map((one) => one.toString(16)).join(":");
  return readRange(`${text}/${bits}`)!.text;
};

/** Every address of a family, cut into ranges: each cut halves one of them. */
const anySplit: fc.Arbitrary<Split> = fc
  .tuple(fc.constantFrom(4 as const, 6 as const), fc.array(fc.nat(), { maxLength: 12 }))
  .map(([family, cuts]) => {
    const width = family === 4 ? 32 : 128;
    const pieces = [{ bits: 0, first: 0n }];
    for (const cut of cuts) {
      const at = cut % pieces.length;
      const { bits, first } = pieces[at]!;
      if (bits === width) continue;
      const upper = first + (1n << BigInt(width - bits - 1));
      pieces.splice(at, 1, { bits: bits + 1, first }, { bits: bits + 1, first: upper });
    }
    return { family, cidrs: pieces.map(({ bits, first }) => textOf(family, bits, first)) };
  });
const rulesOf = (cidrs: readonly string[], action = "allow", policy = "ipp_A") =>
  cidrs.map((cidr, i) => ruleOf(`ipr_${policy}_${action}_${i}`, cidr, action, policy));

describe("everyone", () => {
  it("is found in any cut of all addresses, in any order among any other rules; never once a piece is missing", () => {
    const anyCase = fc.tuple(anySplit, anyRules, fc.nat(), fc.constantFrom("allow", "deny"));
    fc.assert(
      fc.property(anyCase, ([{ family, cidrs }, others, pick, action]) => {
        const rest = others.filter(({ cidr }) => !cidr.endsWith("/0"));
        const whole = [...rest, ...rulesOf(cidrs, action)].toSorted((a, b) => a.id.localeCompare(b.id));
        const kind = action === "allow" ? "everyone" : "nobody";
        const found = everyoneIn(whole);
        expect(found.map((one) => [one.kind, one.family])).toEqual([[kind, family]]);
        expect(found[0]!.rules.map(({ cidr }) => cidr)).toEqual(cidrs);
        const missing = cidrs[pick % cidrs.length]!;
        const holed = whole.filter(
          (rule) => !(rangeOf(rule)!.family === family && naiveMatch(rule.cidr, missing.split("/")[0]!)),
        );
        expect(everyoneIn(holed)).toEqual([]);
      }),
    );
  });

  it("is new only in a policy that a change opens or closes", () => {
    fc.assert(
      fc.property(anySplit, anyRules, fc.nat(), ({ cidrs }, others, pick) => {
        const rest = others.filter(({ cidr, ip_policy }) => !cidr.endsWith("/0") || ip_policy.id !== "ipp_A");
        const pieces = rulesOf(cidrs);
        const before = [...rest, ...pieces.toSpliced(pick % pieces.length, 1)];
        const after = [...rest, ...pieces];
        expect(newEveryone(before, after).map(({ kind }) => kind)).toEqual(["everyone"]);
        expect(newEveryone(after, after)).toEqual([]);
        expect(newEveryone(after, before)).toEqual([]);
        expect(newEveryone(after, [...after, ruleOf("more", "192.0.2.0/24", "allow")])).toEqual([]);
      }),
    );
  });

  test.each<[string[], string]>([
    [["0.0.0.0/0"], "0.0.0.0/0 allows all IPv4 addresses that no rule denies."],
    [["::/1", "8000::/1"], "::/1 and 8000::/1 together allow all IPv6 addresses that no rule denies."],
    [
      ["0.0.0.0/2", "64.0.0.0/2", "128.0.0.0/2", "192.0.0.0/3", "224.0.0.0/3"],
      "0.0.0.0/2, 64.0.0.0/2, 128.0.0.0/2 and 2 more together allow all IPv4 addresses that no rule denies.",
    ],
  ])("%j is said in words", (cidrs, words) => {
    expect(everyoneIn(rulesOf(cidrs)).map((one) => everyoneText(one))).toEqual([words]);
  });

  // Cause: ranges of all addresses but a few opened a policy without a word. Law: more than half of a family allowed is confirmed, once.
  test.each<[string[], string[], string[]]>([
    [[], ["0.0.0.0/1"], []],
    [["0.0.0.0/1"], ["10.0.0.0/8"], []],
    [["0.0.0.0/1"], ["128.0.0.0/32"], ["Open to most addresses"]],
    [[], ["0.0.0.0/1", "128.0.0.0/2"], ["Open to most addresses"]],
    [["0.0.0.0/1", "128.0.0.0/2"], ["192.0.0.0/3"], []],
    [["0.0.0.0/1", "128.0.0.0/2"], ["192.0.0.0/2"], ["Open to everyone"]],
    [[], ["::/1", "8000::/2"], ["Open to most addresses"]],
  ])("with %j, adding %j: %j", (had, added, said) => {
    const before = rulesOf(had);
    const after = [...before, ...rulesOf(added).map((rule) => ({ ...rule, id: `${rule.id} new` }))];
    expect(newEveryone(before, after).map(findingTitle)).toEqual(said);
    const denied = (rules: readonly RuleLike[]) => rules.map((rule) => ({ ...rule, action: "deny" }));
    expect(newEveryone([], denied(rulesOf(["0.0.0.0/1", "128.0.0.0/2"])))).toEqual([]);
  });

  it("is one finding, and shows at each of its rules", () => {
    const rules: RuleLike[] = rulesOf(["0.0.0.0/1", "128.0.0.0/1"]);
    const found = findingsOf(rules);
    expect(found.map(({ kind }) => kind)).toEqual(["everyone"]);
    const byRule = findingsByRule(found);
    expect(rules.map(({ id }) => byRule.get(id))).toEqual([found, found]);
  });
});
