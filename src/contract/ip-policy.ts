import * as z from "zod/mini";
import { Description, listOf, Metadata, Timestamp } from "./common.ts";
import { fieldHints } from "./issues.ts";
import { changesOneOf } from "./updates.ts";

/** An IP policy (protocol-facts.md#ip-policies): a set of rules that ip_restriction modules name. */
export const IpPolicy = z.looseObject({
  id: z.string(),
  uri: z.string(),
  created_at: Timestamp,
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
});
export type IpPolicy = z.infer<typeof IpPolicy>;

export const IpPolicyList = listOf("ip_policies", IpPolicy);

const texts = { description: z.nullish(Description), metadata: z.nullish(Metadata) };
/** The family moved `action` from the policy to its rules (protocol-facts.md#ip-policies, 1423). */
const hints = { action: "is not a field here: allow or deny is set on each rule of the policy" };

/** POST /ip_policies. */
export const IpPolicyCreate = z.strictObject(texts).register(fieldHints, hints);
export type IpPolicyCreate = z.infer<typeof IpPolicyCreate>;

/** PATCH /ip_policies/{id}. A field left out or null stays as it is; an empty text clears it. */
export const IpPolicyUpdate = z
  .strictObject({ ...texts, id: z.optional(z.string()) })
  .check(changesOneOf(["description", "metadata"], "ipPolicyUnchanged"))
  .register(fieldHints, hints);
export type IpPolicyUpdate = z.infer<typeof IpPolicyUpdate>;
