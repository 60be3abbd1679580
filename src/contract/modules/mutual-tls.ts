import * as z from "zod/mini";
import { Ref } from "../answer.ts";
import { idOf } from "../common.ts";
import { distinct, Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** At most this many authorities; the family has a bound it does not publish (protocol-facts.md#mutual-tls, 7075). */
const CERTIFICATE_AUTHORITIES_MAX = 100;

/**
 * PUT …/mutual_tls of a TLS or HTTPS edge (api.md#mutual_tls). At least one authority: with none, no client
 * certificate could ever be valid.
 */
export const mutualTlsContract = contract({
  kind: "mutual_tls",
  owners: ["httpsEdge", "tlsEdge"],
  title: "Mutual TLS",
  purpose: "Require client certificates",
  role: "guard",
  group: "Security",
  readsTraffic: true,
  names: {
    resource: "certificateAuthority",
    field: "certificate_authority_ids",
    answer: "certificate_authorities",
  },
  request: z.strictObject({
    enabled: Enabled,
    certificate_authority_ids: z
      .array(idOf("certificateAuthority"))
      .check(
        z.minLength(1, "must have at least one certificate authority"),
        z.maxLength(
          CERTIFICATE_AUTHORITIES_MAX,
          `must have at most ${CERTIFICATE_AUTHORITIES_MAX} certificate authorities`,
        ),
        distinct(),
      ),
  }),
  answer: z.looseObject({ enabled: EnabledAnswer, certificate_authorities: z.nullish(z.array(Ref)) }),
  example: { enabled: true, certificate_authority_ids: ["ca_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR"] },
});
