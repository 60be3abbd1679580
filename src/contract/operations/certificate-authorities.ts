import {
  CertificateAuthority,
  CertificateAuthorityCreate,
  CertificateAuthorityList,
  CertificateAuthorityUpdate,
} from "../certificate-authority.ts";
import { PageQuery } from "../common.ts";
import { operation } from "./operation.ts";

const tag = "Certificate authorities";
const getErrors = ["idMalformed", "resourceUnknown"] as const;

/** protocol-facts.md#certificate-authorities: what mutual_tls modules check client certificates against. */
export const certificateAuthorityOperations = {
  create: operation({
    id: "CertificateAuthoritiesCreate",
    method: "POST",
    path: "/certificate_authorities",
    summary: "Create a certificate authority. The answer’s other fields are read out of its PEM.",
    tag,
    body: CertificateAuthorityCreate,
    status: 201,
    answer: CertificateAuthority,
    errors: [],
  }),
  list: operation({
    id: "CertificateAuthoritiesList",
    method: "GET",
    path: "/certificate_authorities",
    summary: "List certificate authorities, newest first.",
    tag,
    query: PageQuery,
    status: 200,
    answer: CertificateAuthorityList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  get: operation({
    id: "CertificateAuthoritiesGet",
    method: "GET",
    path: "/certificate_authorities/{id}",
    summary: "Get a certificate authority.",
    tag,
    status: 200,
    answer: CertificateAuthority,
    errors: getErrors,
  }),
  update: operation({
    id: "CertificateAuthoritiesUpdate",
    method: "PATCH",
    path: "/certificate_authorities/{id}",
    summary:
      "Change a certificate authority’s description or metadata. A field left out or null stays as it is.",
    tag,
    body: CertificateAuthorityUpdate,
    status: 200,
    answer: CertificateAuthority,
    errors: getErrors,
  }),
  remove: operation({
    id: "CertificateAuthoritiesDelete",
    method: "DELETE",
    path: "/certificate_authorities/{id}",
    summary: "Delete a certificate authority that no module uses.",
    tag,
    status: 204,
    errors: [...getErrors, "inUse"],
  }),
} as const;
