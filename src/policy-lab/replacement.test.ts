import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { lawfulRules, naiveAllowed, ruleOf, SAMPLE_ADDRESSES } from "#testing/ip-rule-arbitraries.ts";
import { planReplacement, replaceRule, type RuleWrites } from "./replacement.ts";

const POLICIES = ["ipp_A", "ipp_B", "ipp_C"];
const full = (rule: ReturnType<typeof ruleOf>, texts: Partial<IpPolicyRule> = {}): IpPolicyRule => ({
  ...rule,
  uri: `/ip_policy_rules/${rule.id}`,
  created_at: "2026-01-01T00:00:00Z",
  description: "",
  metadata: "",
  ...texts,
});

/** A service in memory that refuses a range twice in a policy and, when told so, its n-th request. */
function memory(rules: IpPolicyRule[], failAt: readonly number[] = []) {
  let now = [...rules];
  let requests = 0;
  const states = [now];
  const step = <T>(work: () => T): Promise<T> => {
    requests += 1;
    if (failAt.includes(requests)) return Promise.reject(new Error(`request ${requests}`));
    const value = work();
    states.push(now);
    return Promise.resolve(value);
  };
  const writes: RuleWrites = {
    create: (body) =>
      step(() => {
        const made = full(ruleOf(`ipr_new${requests}`, body.cidr, body.action, body.ip_policy_id), body);
        const twice = now.some((one) => one.cidr === body.cidr && one.ip_policy.id === body.ip_policy_id);
        if (twice) throw new Error("1408");
        now = [...now, made];
        return made;
      }),
    remove: (id) =>
      step(() => {
        now = now.filter((one) => one.id !== id);
      }),
  };
  return { writes, states, rules: () => now };
}

const same = (rules: readonly IpPolicyRule[]) =>
  rules
    .map((r) => `${r.ip_policy.id} ${r.cidr} ${r.action} ${r.description} ${r.metadata}`)
    .toSorted()
    .join("\n");

/** Every set of policies that a route may join. */
const JOINS = [["ipp_A"], ["ipp_B"], ["ipp_C"], ["ipp_A", "ipp_B"], ["ipp_B", "ipp_C"], POLICIES];
const allowed = (rules: readonly IpPolicyRule[], join: string[], address: string) =>
  naiveAllowed(
    rules.filter(({ ip_policy }) => join.includes(ip_policy.id)),
    address,
  );

const anyReplacement = lawfulRules
  .filter((rules) => rules.length > 0)
  .chain((rules) =>
    fc.record({
      rules: fc.constant(rules.map((rule) => full(rule, { description: `of ${rule.id}` }))),
      index: fc.nat(rules.length - 1),
      to: fc.record({
        action: fc.constantFrom("allow" as const, "deny" as const),
        ip_policy_id: fc.constantFrom(...POLICIES),
      }),
    }),
  );

function planned(rules: IpPolicyRule[], index: number, to: Parameters<typeof planReplacement>[1]) {
  const { plan } = planReplacement(rules[index]!, to, rules);
  fc.pre(plan !== null);
  return plan;
}

describe("a replacement", () => {
  it("opens no hole and cuts nobody off: at every moment each address has its old or its new verdict", async () => {
    await fc.assert(
      fc.asyncProperty(anyReplacement, async ({ rules, index, to }) => {
        const plan = planned(rules, index, to);
        const service = memory(rules);
        await expect(replaceRule(plan, service.writes)).resolves.toMatchObject({ state: "done" });
        const end = service.rules();
        const expected = rules.map((rule, i) =>
          i === index
            ? { ...rule, action: to.action, ip_policy: { ...rule.ip_policy, id: to.ip_policy_id } }
            : rule,
        );
        expect(same(end)).toBe(same(expected));
        for (const between of service.states) {
          for (const join of JOINS) {
            for (const address of SAMPLE_ADDRESSES) {
              const oldOrNew = [allowed(rules, join, address), allowed(end, join, address)];
              expect(oldOrNew).toContain(allowed(between, join, address));
            }
          }
        }
      }),
    );
  });

  it("whose second step fails leaves the rules as they were", async () => {
    await fc.assert(
      fc.asyncProperty(anyReplacement, async ({ rules, index, to }) => {
        const plan = planned(rules, index, to);
        const service = memory(rules, [2]);
        const outcome = await replaceRule(plan, service.writes);
        if (outcome.state !== "compensated") throw new Error(outcome.state);
        expect(outcome.error).toEqual(new Error("request 2"));
        expect(same(service.rules())).toBe(same(rules));
        expect(service.rules()).toContainEqual(outcome.rule);
      }),
    );
  });

  it("whose first step fails sends nothing more", async () => {
    await fc.assert(
      fc.asyncProperty(anyReplacement, async ({ rules, index, to }) => {
        const plan = planned(rules, index, to);
        const service = memory(rules, [1]);
        await expect(replaceRule(plan, service.writes)).resolves.toMatchObject({ state: "unchanged" });
        expect(service.rules()).toEqual(rules);
      }),
    );
  });

  it("that can’t be taken back says what is there and what is missing", async () => {
    await fc.assert(
      fc.asyncProperty(anyReplacement, async ({ rules, index, to }) => {
        const plan = planned(rules, index, to);
        const service = memory(rules, [2, 3]);
        const outcome = await replaceRule(plan, service.writes);
        if (outcome.state !== "stuck") throw new Error(outcome.state);
        const now = service.rules();
        const named = [outcome.created, outcome.rule].filter((one) => one !== null);
        expect(now).toEqual(expect.arrayContaining(named));
        if (outcome.missing) await service.writes.create(outcome.missing);
        if (outcome.created) await service.writes.remove(outcome.created.id);
        expect(same(service.rules())).toBe(same(rules));
      }),
    );
  });

  it("is not planned onto a range that the policy has, nor to where the rule is already", () => {
    const rules = [
      full(ruleOf("ipr_1", "10.0.0.0/8", "allow", "ipp_A")),
      full(ruleOf("ipr_2", "10.0.0.0/8", "deny", "ipp_B")),
    ];
    const onto = planReplacement(rules[0]!, { action: "allow", ip_policy_id: "ipp_B" }, rules);
    expect(onto.obstacle).toMatchObject({ rule: { id: "ipr_2" } });
    const nowhere = planReplacement(rules[0]!, { action: "allow", ip_policy_id: "ipp_A" }, rules);
    expect(nowhere.obstacle?.reason).toContain("another action");
  });
});
