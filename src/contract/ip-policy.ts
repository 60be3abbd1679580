import * as z from "zod/mini";
import { listOf } from "./answer.ts";
import { fieldHints } from "./issues.ts";
import { changesOneOf } from "./updates.ts";
import { answerFields, textFields } from "./resource-fields.ts";

/** An IP policy (protocol-facts.md#ip-policies): a set of rules that ip_restriction modules name. */
export const IpPolicy = z.looseObject({
  ...answerFields,
});
export type IpPolicy = z.infer<typeof IpPolicy>;

export const IpPolicyList = listOf("ip_policies", IpPolicy);

/** The family moved `action` from the policy to its rules (protocol-facts.md#ip-policies, 1423). */
const hints = { action: "is not a field of a policy. Set allow or deny on each of its rules" };

/** POST /ip_policies. */
export const IpPolicyCreate = z.strictObject(textFields).register(fieldHints, hints);
export type IpPolicyCreate = z.infer<typeof IpPolicyCreate>;

/** PATCH /ip_policies/{id}. A field left out or null stays as it is; an empty text clears it. */
export const IpPolicyUpdate = z
  .strictObject({ ...textFields, id: z.optional(z.string()) })
  .check(changesOneOf(["description", "metadata"], "ipPolicyUnchanged"))
  .register(fieldHints, hints);
export type IpPolicyUpdate = z.infer<typeof IpPolicyUpdate>;
