import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { anyRules, ruleOf } from "#testing/ip-rule-arbitraries.ts";
import { findingsOf } from "./findings.ts";
import { readAddress, readRange } from "./range.ts";
import { verdictOf } from "./verdict.ts";
import { planReplacement } from "./replacement.ts";
import {
  findingText,
  findingTitle,
  replacedText,
  replacementWords,
  sizeText,
  verdictText,
} from "./lab-text.ts";

test.each([
  ["203.0.113.57", "Denied by 203.0.113.57/32, over 1 allow rule"],
  ["203.0.113.65", "Allowed by 203.0.113.0/24, 203.0.113.64/26"],
  ["203.0.113.1", "Allowed by 203.0.113.0/24"],
  ["198.51.100.1", "Denied by 198.51.100.0/24"],
  ["2001:db8::1", "No allow rule matches"],
])("%s: %s", (address, words) => {
  const rules = [
    ruleOf("1", "203.0.113.0/24", "allow"),
    ruleOf("2", "203.0.113.57/32", "deny"),
    ruleOf("3", "203.0.113.64/26", "allow"),
    ruleOf("4", "198.51.100.0/24", "deny"),
  ];
  expect(verdictText(verdictOf(rules, readAddress(address)!))).toBe(words);
});

// Cause: a range of IPv6 was "2^80 IPv6 addresses". Law: numbers read as people say them.
test.each([
  ["203.0.113.57/32", "1 IPv4 address"],
  ["203.0.113.0/24", "256 IPv4 addresses"],
  ["127.0.0.0/8", "16,777,216 IPv4 addresses"],
  ["2001:db8::/96", "4,294,967,296 IPv6 addresses"],
  ["2001:db8::/95", "Part of a /64 network"],
  ["2001:db8::/64", "1 /64 network"],
  ["2001:db8::/48", "65,536 /64 networks"],
  ["2001:db8::/32", "4.3 billion /64 networks"],
  ["::/0", "Every IPv6 address"],
])("%s covers %s", (cidr, words) => expect(sizeText(readRange(cidr)!)).toBe(words));

it("every finding names its rule", () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      for (const finding of findingsOf(rules)) {
        expect(findingText(finding)).toContain(finding.rule.cidr);
        expect(findingTitle(finding)).not.toBe("");
      }
    }),
  );
});

// Cause: "denied throughout" was said of a rule that moves to another policy, whose own addresses it no longer denies. Law: what a
// change takes away is said.
test.each(["deny", "allow"] as const)("a %s rule that moves says which policy is without it", (action) => {
  const rule = { ...ruleOf("1", "203.0.113.57/32", action), uri: "", created_at: "" } as IpPolicyRule;
  const { plan } = planReplacement(rule, { action, ip_policy_id: "ipp_other" }, [rule]);
  const { why } = replacementWords(plan!, { from: "Office", to: "Partners" });
  expect(why).toBe(
    `The new rule comes first. Then Office no longer ${action === "deny" ? "denies" : "allows"} these addresses by this rule.`,
  );
});

// Cause: a moved rule was told as "now allow", which it was before, without its policy. Law: a message names what changed.
test.each([
  ["allow", "ipp_B", "Rule moved to Partners: allow 10.20.0.0/16"],
  ["deny", "ipp_B", "Rule moved to Partners: now deny 10.20.0.0/16"],
  ["deny", "ipp_A", "Rule replaced: now deny 10.20.0.0/16"],
] as const)("a replacement by %s in %s: %s", (action, policy, says) => {
  const rule = ruleOf("1", "10.20.0.0/16", "allow") as IpPolicyRule;
  const { plan } = planReplacement(rule, { action, ip_policy_id: policy }, [rule]);
  expect(replacedText(plan!, () => "Partners")).toBe(says);
});
