import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { readAddress } from "#policy-lab/range.ts";
import { restrictionVerdict } from "./address-verdict.ts";

const policies = ["ipp_a", "ipp_b", "ipp_c"];
const ranges = ["10.0.0.0/8", "10.0.0.0/24", "10.0.0.7/32", "192.168.0.0/16", "2001:db8::/32"];
const rule = fc
  .record({
    policy: fc.constantFrom(...policies),
    cidr: fc.constantFrom(...ranges),
    action: fc.constantFrom("allow", "deny"),
  })
  .map(({ policy, ...rest }) => ({ id: "ipr_1", ...rest, ip_policy: { id: policy } }));

const point = readAddress("10.0.0.7")!;
const inside = new Set(ranges.slice(0, 3));

describe("restrictionVerdict", () => {
  it("lets in what some chosen policy allows and none denies, whatever other policies say", () => {
    fc.assert(
      fc.property(fc.array(rule), fc.subarray(policies), (list, chosen) => {
        const rules = list as unknown as IpPolicyRule[];
        const { allowed, empty } = restrictionVerdict(chosen, rules, point);
        const hits = list.filter((one) => chosen.includes(one.ip_policy.id) && inside.has(one.cidr));
        const actions = new Set(hits.map(({ action }) => action));
        expect(allowed).toBe(actions.has("allow") && !actions.has("deny"));
        expect(empty).toEqual(chosen.filter((id) => list.every((one) => one.ip_policy.id !== id)));
      }),
    );
  });
});
