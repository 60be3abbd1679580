import * as z from "zod/mini";
import { Ref } from "../answer.ts";
import { idOf } from "../common.ts";
import { distinct, Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** At most this many policies; the family has a bound it does not publish (protocol-facts.md#ip-restriction, 7013). */
const IP_POLICIES_MAX = 100;

/** PUT …/ip_restriction of a route, a TLS or a TCP edge (api.md#ip_restriction; protocol-facts.md#ip-restriction, 7025). */
export const ipRestrictionContract = contract({
  kind: "ip_restriction",
  owners: ["route", "tlsEdge", "tcpEdge"],
  title: "IP restriction",
  purpose: "Allow or block by IP address",
  role: "guard",
  group: "Access",
  readsTraffic: false,
  names: { resource: "ipPolicy", field: "ip_policy_ids", answer: "ip_policies" },
  request: z.strictObject({
    enabled: Enabled,
    ip_policy_ids: z
      .array(idOf("ipPolicy"))
      .check(z.minLength(1, "must have at least one IP policy"), z.maxLength(IP_POLICIES_MAX), distinct()),
  }),
  answer: z.looseObject({ enabled: EnabledAnswer, ip_policies: z.nullish(z.array(Ref)) }),
  example: { enabled: true, ip_policy_ids: ["ipp_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR"] },
});
