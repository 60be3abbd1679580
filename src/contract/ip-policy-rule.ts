import * as z from "zod/mini";
import { readCidrFault } from "./cidr.ts";
import { listOf, Ref } from "./answer.ts";
import { idOf } from "./common.ts";
import { fieldHints } from "./issues.ts";
import { changesOneOf } from "./updates.ts";
import { answerFields, textFields } from "./resource-fields.ts";

/** A rule of an IP policy (api.md#ip-policy-rules). */
export const IpPolicyRule = z.looseObject({
  ...answerFields,
  cidr: z.string(),
  ip_policy: Ref,
  action: z.string(),
});
export type IpPolicyRule = z.infer<typeof IpPolicyRule>;

export const IpPolicyRuleList = listOf("ip_policy_rules", IpPolicyRule);

/** What a rule does with an address it matches (api.md#ip-policy-rules). */
const RuleAction = z.enum(["allow", "deny"]);
type RuleAction = z.infer<typeof RuleAction>;

/** An IPv4 or IPv6 range with its mask and without host bits (protocol-facts.md#ip-policies, 1406, 1409, 1413). */
const Cidr = z.string().check(
  z.check((ctx) => {
    const fault = readCidrFault(ctx.value);
    if (!fault) return;
    const { message, problem } = fault;
    ctx.issues.push({ code: "custom", input: ctx.value, message, continue: true, params: { problem } });
  }),
);

/** POST /ip_policy_rules. */
export const IpPolicyRuleCreate = z.strictObject({
  ...textFields,
  cidr: Cidr,
  ip_policy_id: idOf("ipPolicy"),
  action: RuleAction,
});
export type IpPolicyRuleCreate = z.infer<typeof IpPolicyRuleCreate>;

const fixed = "can’t be changed. Create a new rule, then delete this one";

/** PATCH /ip_policy_rules/{id}. The action and the policy of a rule never change (api.md#ip-policy-rules). */
export const IpPolicyRuleUpdate = z
  .strictObject({ ...textFields, cidr: z.nullish(Cidr), id: z.optional(z.string()) })
  .check(changesOneOf(["description", "metadata", "cidr"], "ruleUnchanged"))
  .register(fieldHints, { action: fixed, ip_policy_id: fixed, ip_policy: fixed });
export type IpPolicyRuleUpdate = z.infer<typeof IpPolicyRuleUpdate>;
