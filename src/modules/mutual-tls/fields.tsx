import { RefListField } from "#components/ref-picker.tsx";

/** The form of mutual TLS. */
export function MutualTlsFields() {
  return (
    <RefListField
      name="certificate_authority_ids"
      label="Certificate authorities"
      kind="certificateAuthority"
      one="certificate authority"
      hint="Client certificates must be signed by one of these. 1 to 100 authorities."
    />
  );
}
