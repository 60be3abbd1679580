import { CertificateAuthority, CertificateAuthorityCreate } from "#contract/certificate-authority.ts";
import { resource } from "./resource.ts";

/**
 * Certificate authorities (protocol-facts.md#certificate-authorities), made out of their PEM; deleting is refused with 409
 * while a module names one. Services without them answer 404.
 */
export const certificateAuthorities = resource({
  kind: "certificateAuthority",
  path: "/certificate_authorities",
  key: "certificate_authorities",
  answer: CertificateAuthority,
  create: CertificateAuthorityCreate,
  nameOf: ({ id, description, subject_common_name: subject }) => description || subject || id,
  moreOf: ({ subject_common_name: subject }) => [subject],
});
