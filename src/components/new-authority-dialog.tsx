import { writtenTexts } from "#resources/texts.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { useWrites } from "#resources/writes.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { DescriptionField } from "./description-field.tsx";
import { MetadataField } from "./metadata-field.tsx";
import { CA_PEM_MAX_BYTES, type CertificateAuthorityCreate } from "#contract/certificate-authority.ts";
import { RootScope } from "#forms/field-scope.tsx";
import { BytesField } from "#forms/fields.tsx";
import { useToast } from "#ui/toast.tsx";

type Values = { description: string; ca_pem: string; metadata: string };

const DEFAULTS: Values = { description: "", ca_pem: "", metadata: "" };

function bodyOf({ description, ca_pem, metadata }: Values): CertificateAuthorityCreate {
  return {
    ...writtenTexts({ description, metadata }),
    ca_pem: ca_pem.trim(),
  };
}

/** Creates a certificate authority out of its PEM. Import lazily. */
export function NewAuthorityDialog(props: { onMade: (made: { id: string }) => void; onClose: () => void }) {
  const { create } = useWrites(certificateAuthorities);
  const toast = useToast();
  return (
    <RootScope>
      <CreateDialog
        of={certificateAuthorities}
        description="Mutual TLS accepts client certificates signed by this authority."
        defaults={DEFAULTS}
        bodyOf={bodyOf}
        create={create}
        onMade={(made) => {
          toast({ tone: "ok", text: `${certificateAuthorities.nameOf(made)} created` });
          props.onMade(made);
        }}
        onClose={props.onClose}
      >
        <DescriptionField placeholder="Partner devices" />
        <BytesField
          name="ca_pem"
          label="Certificate"
          maxBytes={CA_PEM_MAX_BYTES}
          lines={8}
          mono
          placeholder="-----BEGIN CERTIFICATE-----"
          hint="A CA certificate in PEM format, without its private key"
        />
        <MetadataField />
      </CreateDialog>
    </RootScope>
  );
}
