import { certificateAuthorityOperations } from "#contract/operations/certificate-authorities.ts";
import { authorityColumns } from "../rules/certificate.ts";
import { crud } from "./crud.ts";

export const certificateAuthorities = crud({
  kind: "certificateAuthority",
  operations: certificateAuthorityOperations,
  audit: "certificate_authority",
  wire: ({ key_usages, extended_key_usages, ...rest }, { uri }) => ({
    ...rest,
    uri,
    key_usages: JSON.parse(key_usages) as string[],
    extended_key_usages: JSON.parse(extended_key_usages) as string[],
  }),
  create: (_, { body: { ca_pem } }) => ({ columns: authorityColumns(ca_pem) }),
});
