import {
  CertificateAuthority,
  CertificateAuthorityCreate,
  CertificateAuthorityList,
  CertificateAuthorityUpdate,
} from "../certificate-authority.ts";
import { crudOperations } from "./resource.ts";

/** protocol-facts.md#certificate-authorities: what mutual_tls modules check client certificates against. */
export const certificateAuthorityOperations = crudOperations({
  id: "CertificateAuthorities",
  path: "/certificate_authorities",
  tag: "Certificate authorities",
  list: CertificateAuthorityList,
  answer: CertificateAuthority,
  create: CertificateAuthorityCreate,
  update: CertificateAuthorityUpdate,
  summaries: {
    create: "Create a certificate authority. The answer’s other fields are read out of its PEM.",
    list: "List certificate authorities, newest first.",
    get: "Get a certificate authority.",
    update:
      "Change a certificate authority’s description or metadata. Omitted and null fields stay unchanged.",
    remove: "Delete a certificate authority that no module uses.",
  },
  errors: { remove: ["inUse"] },
});
