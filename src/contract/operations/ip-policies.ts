import { ClosedIpPolicyList } from "../closed-ip-policies.ts";
import { IpPolicy, IpPolicyCreate, IpPolicyList, IpPolicyUpdate } from "../ip-policy.ts";
import { IpPolicyRule, IpPolicyRuleCreate, IpPolicyRuleList, IpPolicyRuleUpdate } from "../ip-policy-rule.ts";
import { operation } from "./operation.ts";
import { crudOperations } from "./resource.ts";

/** protocol-facts.md#ip-policies: sets of rules that ip_restriction modules name. */
export const ipPolicyOperations = crudOperations({
  id: "IpPolicies",
  path: "/ip_policies",
  tag: "IP policies",
  list: IpPolicyList,
  answer: IpPolicy,
  create: IpPolicyCreate,
  update: IpPolicyUpdate,
  summaries: {
    create: "Create an IP policy without rules.",
    list: "List IP policies, newest first.",
    get: "Get an IP policy.",
    update: "Change an IP policy’s description or metadata. Omitted and null fields stay unchanged.",
    remove: "Delete an IP policy that no module uses, and its rules.",
  },
  errors: { update: ["ipPolicyUnchanged"], remove: ["inUse"] },
});

/** Extensions (decisions/edge/fail-closed.md). */
export const closedIpPolicyOperations = {
  list: operation({
    id: "ClosedIpPoliciesList",
    method: "GET",
    path: "/closed_ip_policies",
    summary: "List the IP policies of which no rule allows anyone, newest first: up to 1,000.",
    tag: "IP policies",
    status: 200,
    answer: ClosedIpPolicyList,
    errors: [],
  }),
} as const;

const cidrErrors = ["cidrInvalid", "cidrTaken", "cidrNotLowest", "cidrMaskMissing"] as const;

/** api.md#ip-policy-rules. */
export const ipPolicyRuleOperations = crudOperations({
  id: "IpPolicyRules",
  path: "/ip_policy_rules",
  tag: "IP policy rules",
  list: IpPolicyRuleList,
  answer: IpPolicyRule,
  create: IpPolicyRuleCreate,
  update: IpPolicyRuleUpdate,
  summaries: {
    create: "Create a rule of an IP policy.",
    list: "List the rules of all IP policies, newest first.",
    get: "Get a rule of an IP policy.",
    update: "Change a rule’s range, description or metadata; its action and its policy stay.",
    remove: "Delete a rule of an IP policy.",
  },
  errors: { create: ["rulePolicyUnknown", ...cidrErrors], update: [...cidrErrors, "ruleUnchanged"] },
});
