import { RefListField } from "#components/ref-picker.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const NewAuthorityDialog = lazyPart(
  () => import("#components/new-authority-dialog.tsx"),
  "NewAuthorityDialog",
);

/** The form of mutual TLS. */
export function MutualTlsFields() {
  return (
    <RefListField
      name="certificate_authority_ids"
      label="Certificate authorities"
      kind="certificateAuthority"
      one="certificate authority"
      create={NewAuthorityDialog}
      hint="Client certificates must be signed by one of these. 1 to 100 authorities."
    />
  );
}
