import { writtenTexts } from "#resources/texts.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { useWrites } from "#resources/writes.ts";
import { useNavigate } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { href } from "#resources/paths.ts";
import { CA_PEM_MAX_BYTES, type CertificateAuthorityCreate } from "#contract/certificate-authority.ts";
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

/** Makes a certificate authority out of its PEM, in a dialog over the list. */
export function Component() {
  const { create } = useWrites(certificateAuthorities);
  const navigate = useNavigate();
  const toast = useToast();
  const close = useCloseToList();
  return (
    <CreateDialog
      of={certificateAuthorities}
      description="Mutual TLS accepts client certificates signed by this authority."
      defaults={DEFAULTS}
      bodyOf={bodyOf}
      create={create}
      onMade={({ subject_common_name: subject }) => {
        toast({ tone: "ok", text: `${subject || "Certificate authority"} created` });
        void navigate(href.certificateAuthorities(), { replace: true });
      }}
      onClose={close}
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
  );
}
