import * as z from "zod/mini";
import { idOf, Ref } from "../common.ts";
import { distinct, Enabled, EnabledAnswer } from "./fields.ts";
import { contract, listRefs, refOf } from "./module-contract.ts";

/** At most this many policies; the family has a bound it does not publish (protocol-facts.md#ip-restriction, 7013). */
const IP_POLICIES_MAX = 100;

/** PUT …/ip_restriction of a route, a TLS or a TCP edge (api.md#ip_restriction; protocol-facts.md#ip-restriction, 7025). */
export const IpRestrictionRequest = z.strictObject({
  enabled: Enabled,
  ip_policy_ids: z
    .array(idOf("ipPolicy"))
    .check(
      z.minLength(1, "must name at least one IP policy"),
      z.maxLength(IP_POLICIES_MAX, `must name at most ${IP_POLICIES_MAX} IP policies`),
      distinct(),
    ),
});
export type IpRestrictionRequest = z.infer<typeof IpRestrictionRequest>;

export const IpRestriction = z.looseObject({
  enabled: EnabledAnswer,
  ip_policies: z.nullish(z.array(Ref)),
});
export type IpRestriction = z.infer<typeof IpRestriction>;

export const ipRestrictionContract = contract<IpRestrictionRequest, IpRestriction>({
  request: IpRestrictionRequest,
  answer: IpRestriction,
  toAnswer: ({ enabled = true, ip_policy_ids }, context = {}) => ({
    enabled,
    ip_policies: ip_policy_ids.map((id) => refOf("ipPolicy", id, context)),
  }),
  toRequest: ({ ip_policies, ...rest }) => ({
    ...rest,
    ip_policy_ids: (ip_policies ?? []).map(({ id }) => id),
  }),
  refs: ({ ip_policy_ids }) => listRefs("ipPolicy", "ip_policy_ids", ip_policy_ids),
  example: { enabled: true, ip_policy_ids: ["ipp_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR"] },
});
