import { RefListField } from "#components/ref-picker.tsx";
import { SwitchField } from "#forms/fields.tsx";

/** The form of mutual TLS. */
export function MutualTlsFields() {
  return (
    <>
      <SwitchField
        name="enabled"
        label="Apply to traffic"
        says={(on) =>
          on
            ? "On: who has no certificate of these authorities is refused"
            : "Off: no certificate is asked for"
        }
      />
      <RefListField
        name="certificate_authority_ids"
        label="Certificate authorities"
        kind="certificateAuthority"
        one="certificate authority"
        hint="Used to validate the client certificate of whoever connects. At least one, at most 100."
      />
    </>
  );
}
