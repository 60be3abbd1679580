import { PageQuery } from "../common.ts";
import { IpPolicy, IpPolicyCreate, IpPolicyList, IpPolicyUpdate } from "../ip-policy.ts";
import { IpPolicyRule, IpPolicyRuleCreate, IpPolicyRuleList, IpPolicyRuleUpdate } from "../ip-policy-rule.ts";
import { operation } from "./operation.ts";

const policies = "IP policies";
const rules = "IP policy rules";
const listErrors = ["limitInvalid", "valueInvalid"] as const;
const cidrErrors = ["cidrInvalid", "cidrTaken", "cidrNotLowest", "cidrMaskMissing"] as const;
const getErrors = ["idMalformed", "resourceUnknown"] as const;

/** protocol-facts.md#ip-policies: sets of rules that ip_restriction modules name. */
export const ipPolicyOperations = {
  create: operation({
    id: "IpPoliciesCreate",
    method: "POST",
    path: "/ip_policies",
    summary: "Create an IP policy without rules.",
    tag: policies,
    body: IpPolicyCreate,
    status: 201,
    answer: IpPolicy,
    errors: [],
  }),
  list: operation({
    id: "IpPoliciesList",
    method: "GET",
    path: "/ip_policies",
    summary: "List IP policies, newest first.",
    tag: policies,
    query: PageQuery,
    status: 200,
    answer: IpPolicyList,
    errors: listErrors,
  }),
  get: operation({
    id: "IpPoliciesGet",
    method: "GET",
    path: "/ip_policies/{id}",
    summary: "Get an IP policy.",
    tag: policies,
    status: 200,
    answer: IpPolicy,
    errors: getErrors,
  }),
  update: operation({
    id: "IpPoliciesUpdate",
    method: "PATCH",
    path: "/ip_policies/{id}",
    summary: "Change an IP policy’s description or metadata. A field left out or null stays as it is.",
    tag: policies,
    body: IpPolicyUpdate,
    status: 200,
    answer: IpPolicy,
    errors: [...getErrors, "ipPolicyUnchanged"],
  }),
  remove: operation({
    id: "IpPoliciesDelete",
    method: "DELETE",
    path: "/ip_policies/{id}",
    summary: "Delete an IP policy that no module uses, and its rules.",
    tag: policies,
    status: 204,
    errors: [...getErrors, "inUse"],
  }),
} as const;

/** api.md#ip-policy-rules. */
export const ipPolicyRuleOperations = {
  create: operation({
    id: "IpPolicyRulesCreate",
    method: "POST",
    path: "/ip_policy_rules",
    summary: "Create a rule of an IP policy.",
    tag: rules,
    body: IpPolicyRuleCreate,
    status: 201,
    answer: IpPolicyRule,
    errors: ["rulePolicyUnknown", ...cidrErrors],
  }),
  list: operation({
    id: "IpPolicyRulesList",
    method: "GET",
    path: "/ip_policy_rules",
    summary: "List the rules of all IP policies, newest first.",
    tag: rules,
    query: PageQuery,
    status: 200,
    answer: IpPolicyRuleList,
    errors: listErrors,
  }),
  get: operation({
    id: "IpPolicyRulesGet",
    method: "GET",
    path: "/ip_policy_rules/{id}",
    summary: "Get a rule of an IP policy.",
    tag: rules,
    status: 200,
    answer: IpPolicyRule,
    errors: getErrors,
  }),
  update: operation({
    id: "IpPolicyRulesUpdate",
    method: "PATCH",
    path: "/ip_policy_rules/{id}",
    summary: "Change a rule’s range, description or metadata; its action and its policy stay.",
    tag: rules,
    body: IpPolicyRuleUpdate,
    status: 200,
    answer: IpPolicyRule,
    errors: [...getErrors, ...cidrErrors, "ruleUnchanged"],
  }),
  remove: operation({
    id: "IpPolicyRulesDelete",
    method: "DELETE",
    path: "/ip_policy_rules/{id}",
    summary: "Delete a rule of an IP policy.",
    tag: rules,
    status: 204,
    errors: getErrors,
  }),
} as const;
