import * as z from "zod/mini";
import { listOf, Timestamp } from "./answer.ts";
import { byteText } from "./common.ts";
import { fieldHints } from "./issues.ts";
import { answerFields, textFields } from "./resource-fields.ts";

/** A certificate authority (protocol-facts.md#certificate-authorities; api.md#certificate-authorities). Read out of its PEM. */
export const CertificateAuthority = z.looseObject({
  ...answerFields,
  ca_pem: z.string(),
  subject_common_name: z.nullish(z.string()),
  not_before: z.nullish(Timestamp),
  not_after: z.nullish(Timestamp),
  key_usages: z.nullish(z.array(z.string())),
  extended_key_usages: z.nullish(z.array(z.string())),
});
export type CertificateAuthority = z.infer<typeof CertificateAuthority>;

export const CertificateAuthorityList = listOf("certificate_authorities", CertificateAuthority);

/** Bound of a PEM; the family publishes none. */
export const CA_PEM_MAX_BYTES = 65_536;

/** POST /certificate_authorities. That the PEM holds a certificate that may sign others is checked by the service. */
export const CertificateAuthorityCreate = z.strictObject({
  ...textFields,
  ca_pem: byteText(CA_PEM_MAX_BYTES, "is required. Paste the certificate in PEM format").check(
    z.refine((text) => !/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text), {
      error: "contains a private key. Paste the certificate only, and replace that key",
      abort: true,
    }),
    z.regex(
      /-----BEGIN CERTIFICATE-----\s[\s\S]+-----END CERTIFICATE-----/,
      "must be a certificate in PEM format, with its BEGIN CERTIFICATE and END CERTIFICATE lines",
    ),
  ),
});
export type CertificateAuthorityCreate = z.infer<typeof CertificateAuthorityCreate>;

/** PATCH /certificate_authorities/{id}. */
export const CertificateAuthorityUpdate = z
  .strictObject({ ...textFields, id: z.optional(z.string()) })
  .register(fieldHints, {
    ca_pem: "can’t be changed. Create a new certificate authority, then delete this one",
  });
export type CertificateAuthorityUpdate = z.infer<typeof CertificateAuthorityUpdate>;
