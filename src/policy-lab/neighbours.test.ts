import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyRules, naiveMatch, ruleOf, SAMPLE_ADDRESSES } from "#testing/ip-rule-arbitraries.ts";
import { findingsOf } from "./findings.ts";
import { aroundWords, insideWords, neighboursOf, sameWords } from "./neighbours.ts";

const FAR = ["192.0.2.77", "2a00::1"];

describe("the neighbours of a rule", () => {
  // Cause: a rule's page showed the findings of which it is the inner rule alone, and called the outer one free of overlap.
  // Law: overlaps and contradictions; what one page says no other denies.
  it("are exactly the other rules of its policy that match an address it matches", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        for (const rule of rules) {
          const shared = rules.filter(
            (other) =>
              other !== rule &&
              other.ip_policy.id === rule.ip_policy.id &&
              [...SAMPLE_ADDRESSES, ...FAR].some(
                (address) => naiveMatch(rule.cidr, address) && naiveMatch(other.cidr, address),
              ),
          );
          const { same, around, inside } = neighboursOf(rule, rules);
          // Cause: the same range stood under "Wider rules". Law: a heading is true of all below it.
          const ranges = rules.filter(({ cidr }) => cidr === rule.cidr);
          expect(same.every((one) => ranges.includes(one))).toBe(true);
          expect([...around, ...inside].filter((one) => ranges.includes(one))).toEqual([]);
          expect([...same, ...around, ...inside].map(({ id }) => id).toSorted()).toEqual(
            shared.map(({ id }) => id).toSorted(),
          );
        }
      }),
    );
  });

  it("hold every rule that a finding about either of the two names", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        for (const { rule, others } of findingsOf(rules)) {
          for (const other of others) {
            for (const [one, two] of [
              [rule, other],
              [other, rule],
            ] as const) {
              const { same, around, inside } = neighboursOf(one, rules);
              expect([...same, ...around, ...inside]).toContain(two);
            }
          }
        }
      }),
    );
  });

  it("are told in order, with what each does", () => {
    const whole = ruleOf("1", "203.0.113.0/24", "allow");
    const laptop = ruleOf("2", "203.0.113.57/32", "deny");
    const vpn = ruleOf("3", "203.0.113.64/26", "allow");
    const rules = [
      vpn,
      laptop,
      whole,
      ruleOf("4", "203.0.113.0/24", "deny", "ipp_B"),
      ruleOf("5", "x", "deny"),
    ];
    expect(neighboursOf(whole, rules)).toEqual({ same: [], around: [], inside: [laptop, vpn] });
    expect(neighboursOf(laptop, rules)).toEqual({ same: [], around: [whole], inside: [] });
    expect(insideWords(whole, laptop)).toBe("is an exception inside this range");
    expect(insideWords(whole, vpn)).toBe("is inside this range, with the same action");
    expect(insideWords(laptop, whole)).toBe("is inside this range, but this rule denies it anyway");
    // Cause: an allow rule was said to allow what the deny rule of the page denies. Law: deny wins, and words say so.
    expect(aroundWords(laptop, whole)).toBe("contains this range, but this rule denies it anyway");
    expect(aroundWords(whole, laptop)).toBe("contains this range and denies it");
    expect(aroundWords(vpn, whole)).toBe("contains this range, with the same action");
    // Cause: a range that was typed twice read as one inside the other. Law: words say what is so.
    expect(sameWords({ ...vpn, id: "typed" }, vpn)).toBe("has the same range and action");
  });
});
