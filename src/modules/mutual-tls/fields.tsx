import { RefListField } from "#components/ref-picker.tsx";

/** The form of mutual TLS. */
export function MutualTlsFields() {
  return (
    <RefListField
      name="certificate_authority_ids"
      label="Certificate authorities"
      kind="certificateAuthority"
      one="certificate authority"
      hint="Used to validate the client certificate of whoever connects. At least one, at most 100."
    />
  );
}
