import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { CertificateAuthorityUpdate } from "#contract/certificate-authority.ts";
import { parse } from "#contract/issues.ts";
import { EditPage } from "#editing/edit-page.tsx";
import { PendingChange } from "#editing/pending-change.tsx";
import { plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";
import { Note } from "#ui/note.tsx";

const { description, metadata } = FIELD_LABELS.certificateAuthority;

const form = plainForm<{ description: string; metadata: string }>({
  title: "Certificate authority",
  labels: { description, metadata },
  empty: { description: "", metadata: "" },
  check: (_, changes) => parse(CertificateAuthorityUpdate, changes).issues ?? [],
});

/** What a certificate authority is called; its certificate stays. */
export function Component() {
  return (
    <EditPage of={certificateAuthorities}>
      {(authority, onEdited) => (
        <ResourceForm
          key={authority.id}
          of={certificateAuthorities}
          form={form}
          object={authority}
          name="certificate authority"
          side={null}
          onEdited={onEdited}
        >
          <DescriptionField placeholder={authority.subject_common_name ?? undefined} />
          <MetadataField />
          <Note>
            The certificate stays. For another one, create a certificate authority, then delete this one.
          </Note>
          <PendingChange
            form={form}
            latest={form.editableOf(authority)}
            path={certificateAuthorities.pathOf(authority.id)}
          />
        </ResourceForm>
      )}
    </EditPage>
  );
}
