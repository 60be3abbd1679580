import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyRules,
  naiveAllowed,
  naiveMatch,
  ruleOf,
  SAMPLE_ADDRESSES,
} from "#testing/ip-rule-arbitraries.ts";
import { deletable, findingsOf, gathered, isWhole, NEVER_DECIDES } from "./findings.ts";
import { readAddress } from "./range.ts";
import { byPolicy, letIn, lockedOut, type RuleLike, verdictOf } from "./verdict.ts";

const points = SAMPLE_ADDRESSES.map((text) => ({ text, point: readAddress(text)! }));

describe("verdicts", () => {
  it("are those of the family’s rule, for every address of the window, with the rules that decide", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        for (const [, group] of byPolicy(rules)) {
          for (const { text, point } of points) {
            const verdict = verdictOf(group, point);
            expect(verdict.allowed).toBe(naiveAllowed(group, text));
            const matching = group.filter(({ cidr }) => naiveMatch(cidr, text));
            expect([...verdict.allows, ...verdict.denies]).toHaveLength(matching.length);
          }
        }
      }),
    );
  });

  it("name the policies that lock an address out or let it in", () => {
    fc.assert(
      fc.property(anyRules, anyRules, fc.constantFrom(...points), (before, after, { text, point }) => {
        const allowedBy = (rules: RuleLike[]) =>
          ["ipp_A", "ipp_B", "ipp_C"].filter((id) =>
            naiveAllowed(
              rules.filter(({ ip_policy }) => ip_policy.id === id),
              text,
            ),
          );
        const [was, is] = [allowedBy(before), allowedBy(after)];
        expect(lockedOut(before, after, point).toSorted()).toEqual(was.filter((id) => !is.includes(id)));
        expect(letIn(before, after, point).toSorted()).toEqual(is.filter((id) => !was.includes(id)));
      }),
    );
  });
});

const verdicts = (rules: readonly RuleLike[]) => SAMPLE_ADDRESSES.map((text) => naiveAllowed(rules, text));
/** Far from the windows: where only 0.0.0.0/0 and ::/0 match. */
const far = (rules: readonly RuleLike[]) =>
  ["192.0.2.77", "2a00::1"].map((text) => naiveAllowed(rules, text));

const ALIKE = ["allow in allow", "deny in deny"];
const ACTIONS: Record<string, string[]> = {
  overlap: ALIKE,
  duplicate: ALIKE,
  contradiction: ["allow in deny"],
  exception: ["deny in allow"],
};

describe("findings", () => {
  // Cause: beside "Open to everyone" the narrow rules were offered for deletion: following both closed the policy.
  // Law: what is offered for deletion is needless also once a rule that holds every address is gone.
  it("offer no deletion that counts on a rule open or closed to everyone", () => {
    const wide = ruleOf("1", "0.0.0.0/0", "allow");
    const office = ruleOf("2", "203.0.113.0/24", "allow");
    expect([...deletable(findingsOf([wide, office]))]).toEqual([]);
    fc.assert(
      fc.property(anyRules, (rules) => {
        const found = findingsOf(rules);
        const open = found.filter(({ kind }) => kind === "everyone" || kind === "nobody");
        const gone = new Set(open.flatMap(({ rule, others }) => [rule, ...others]));
        for (const [, group] of byPolicy(rules)) {
          const rest = group.filter((rule) => !gone.has(rule));
          for (const { kind, rule } of deletable(found)) {
            if (kind === "duplicate" || !rest.includes(rule)) continue;
            const without = rest.filter((one) => one !== rule);
            expect([verdicts(without), far(without)]).toEqual([verdicts(rest), far(rest)]);
          }
        }
      }),
    );
  });

  // Cause: each rule that a rule for every address makes needless had a finding of its own. Law: say a fact once, and lose none.
  it("are gathered at the rules that hold every address, and nowhere else", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const found = findingsOf(rules);
        const list = gathered(found);
        const wide = new Set(found.filter(isWhole).flatMap(({ rule, others }) => [rule, ...others]));
        const idle = list.reduce((sum, one) => sum + (one.idle ?? 0), 0);
        const lost = found.filter(({ kind }) => kind === "everyone").length;
        const kept = list.filter(({ kind }) => kind === "everyone").length;
        expect(list.length + idle + lost - kept).toBe(found.length);
        expect(list.filter(({ kind, others }) => kind === "contradiction" && wide.has(others[0]!))).toEqual(
          [],
        );
        for (const { kind, rule } of list.filter(isWhole)) {
          const group = rules.filter(({ ip_policy }) => ip_policy.id === rule.ip_policy.id);
          const address = rule.cidr.includes(":") ? "2a00::1" : "192.0.2.77";
          expect(naiveAllowed(group, address)).toBe(kind === "everyone");
        }
      }),
    );
  });

  // Cause: a rule inside one that is needless beside 0.0.0.0/0 was a finding of its own, "redundant" but not among the rules without effect.
  // Law: the rules of a policy that its rule for everyone makes needless are counted there, all of them.
  it("count at a rule for everyone also what is inside the rules without effect", () => {
    const rules = ["0.0.0.0/0", "10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24"].map((cidr, index) =>
      ruleOf(`${index}`, cidr, "allow"),
    );
    expect(gathered(findingsOf(rules))).toMatchObject([{ kind: "everyone", rule: rules[0], idle: 3 }]);
  });

  it("call a rule needless exactly when its policy says the same of every address without it", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const needless = new Set(
          findingsOf(rules)
            .filter(({ kind }) => NEVER_DECIDES.has(kind))
            .map(({ rule }) => rule),
        );
        for (const [, group] of byPolicy(rules)) {
          const first = group.filter(
            (rule, i) => group.findIndex((r) => r.cidr === rule.cidr && r.action === rule.action) === i,
          );
          for (const rule of group) {
            // Of two equal rules the later is the needless one; the rest is judged without it.
            const rest = first.includes(rule) ? first.filter((r) => r !== rule) : first;
            const same =
              JSON.stringify([verdicts(rest), far(rest)]) === JSON.stringify([verdicts(first), far(first)]);
            expect([rule.cidr, rule.action, needless.has(rule)]).toEqual([rule.cidr, rule.action, same]);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("name the range that holds it: of another action a contradiction or an exception, of the same an overlap", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const pairs = findingsOf(rules).flatMap(({ kind, rule, others: [other] }) =>
          other && kind !== "shadowed" ? [{ kind, rule, other }] : [],
        );
        for (const { kind, rule, other } of pairs) {
          expect(ACTIONS[kind]).toContain(`${rule.action} in ${other.action}`);
          expect(other.ip_policy.id).toBe(rule.ip_policy.id);
          expect(other).not.toBe(rule);
          expect(naiveMatch(other.cidr, rule.cidr.split("/")[0]!)).toBe(true);
        }
      }),
    );
  });

  it.each<[string, RuleLike[], [string, string][]]>([
    ["host bits", [ruleOf("1", "10.20.1.7/16", "allow")], [["hostBits", "1"]]],
    ["no mask", [ruleOf("1", "10.20.1.7", "allow")], [["noMask", "1"]]],
    ["IPv4 as IPv6", [ruleOf("1", "::ffff:10.0.0.0/104", "allow")], [["mapped", "1"]]],
    ["everyone", [ruleOf("1", "::/0", "allow")], [["everyone", "1"]]],
    ["no range", [ruleOf("1", "ten", "allow")], [["unreadable", "1"]]],
    ["an unknown action", [ruleOf("1", "10.0.0.0/8", "log")], [["unreadable", "1"]]],
    [
      "the same range in two writings",
      [ruleOf("1", "10.0.0.0/8", "allow"), ruleOf("2", "10.9.9.9/8", "allow")],
      [
        ["hostBits", "2"],
        ["duplicate", "2"],
      ],
    ],
    [
      "two halves",
      [
        ruleOf("1", "10.0.0.0/8", "allow"),
        ruleOf("2", "10.0.0.0/9", "allow"),
        ruleOf("3", "10.128.0.0/9", "allow"),
      ],
      [
        ["overlap", "2"],
        ["overlap", "3"],
        ["shadowed", "1"],
      ],
    ],
    [
      "an exception",
      [ruleOf("1", "10.0.0.0/8", "allow"), ruleOf("2", "10.1.0.0/16", "deny")],
      [["exception", "2"]],
    ],
    [
      "allow and deny of one range",
      [ruleOf("1", "10.0.0.0/8", "allow"), ruleOf("2", "10.0.0.0/8", "deny")],
      [["contradiction", "1"]],
    ],
    ["a lone deny", [ruleOf("1", "10.0.0.0/8", "deny")], [["idle", "1"]]],
    [
      "policies apart",
      [ruleOf("1", "10.0.0.0/8", "allow", "ipp_A"), ruleOf("2", "10.0.0.0/8", "allow", "ipp_B")],
      [],
    ],
  ])("tell %s", (_, rules, expected) => {
    expect(findingsOf(rules).map(({ kind, rule }) => [kind, rule.id])).toEqual(expected);
  });

  it("take no quadratic time: 100,000 rules within seconds", () => {
    const rules = Array.from({ length: 100_000 }, (_, i) =>
      ruleOf(`ipr_${i}`, `10.${(i >> 8) & 255}.${i & 255}.0/${24 + (i % 8)}`, i % 3 ? "allow" : "deny"),
    );
    const started = performance.now();
    expect(findingsOf(rules).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
