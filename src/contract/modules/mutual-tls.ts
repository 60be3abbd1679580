import * as z from "zod/mini";
import { idOf, Ref } from "../common.ts";
import { distinct, Enabled, EnabledAnswer } from "./fields.ts";
import { contract, listRefs, refOf } from "./module-contract.ts";

/** At most this many authorities; the family has a bound it does not publish (protocol-facts.md#mutual-tls, 7075). */
const CERTIFICATE_AUTHORITIES_MAX = 100;

/**
 * PUT …/mutual_tls of a TLS or HTTPS edge (api.md#mutual_tls). At least one authority: with none, no client
 * certificate could ever be valid.
 */
export const MutualTlsRequest = z.strictObject({
  enabled: Enabled,
  certificate_authority_ids: z
    .array(idOf("certificateAuthority"))
    .check(
      z.minLength(1, "must name at least one certificate authority"),
      z.maxLength(
        CERTIFICATE_AUTHORITIES_MAX,
        `must name at most ${CERTIFICATE_AUTHORITIES_MAX} certificate authorities`,
      ),
      distinct(),
    ),
});
export type MutualTlsRequest = z.infer<typeof MutualTlsRequest>;

export const MutualTls = z.looseObject({
  enabled: EnabledAnswer,
  certificate_authorities: z.nullish(z.array(Ref)),
});
export type MutualTls = z.infer<typeof MutualTls>;

export const mutualTlsContract = contract<MutualTlsRequest, MutualTls>({
  request: MutualTlsRequest,
  answer: MutualTls,
  toAnswer: ({ enabled = true, certificate_authority_ids }, context = {}) => ({
    enabled,
    certificate_authorities: certificate_authority_ids.map((id) =>
      refOf("certificateAuthority", id, context),
    ),
  }),
  toRequest: ({ certificate_authorities, ...rest }) => ({
    ...rest,
    certificate_authority_ids: (certificate_authorities ?? []).map(({ id }) => id),
  }),
  refs: ({ certificate_authority_ids }) =>
    listRefs("certificateAuthority", "certificate_authority_ids", certificate_authority_ids),
  example: { enabled: true, certificate_authority_ids: ["ca_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR"] },
});
