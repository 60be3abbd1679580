import { useQueryClient } from "@tanstack/react-query";
import { writtenTexts } from "#resources/texts.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { useWrites } from "#resources/writes.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { DescriptionField } from "./description-field.tsx";
import { MetadataField } from "./metadata-field.tsx";
import { CA_PEM_MAX_BYTES, type CertificateAuthorityCreate } from "#contract/certificate-authority.ts";
import { RootScope } from "#forms/field-scope.tsx";
import { BytesField } from "#forms/fields.tsx";
import { href } from "#resources/paths.ts";
import { removeUnused } from "#resources/remove-made.ts";
import { useCreated } from "./use-created.ts";

type Values = { description: string; ca_pem: string; metadata: string };

const DEFAULTS: Values = { description: "", ca_pem: "", metadata: "" };

function bodyOf({ description, ca_pem, metadata }: Values): CertificateAuthorityCreate {
  return {
    ...writtenTexts({ description, metadata }),
    ca_pem: ca_pem.trim(),
  };
}

type Props = {
  onMade: (made: { id: string }) => void;
  /** Undo deleted it again. */
  onUndone?: (made: { id: string }) => void;
  onClose: () => void;
};

/** Creates a certificate authority out of its PEM. Import lazily. */
export function NewAuthorityDialog({ onMade, onUndone, onClose }: Props) {
  const writes = useWrites(certificateAuthorities);
  const client = useQueryClient();
  const sayCreated = useCreated();
  return (
    <RootScope>
      <CreateDialog
        of={certificateAuthorities}
        description="Mutual TLS accepts client certificates signed by this authority."
        defaults={DEFAULTS}
        bodyOf={bodyOf}
        create={writes.create}
        onMade={(made) => {
          sayCreated({
            name: `certificate authority “${certificateAuthorities.nameOf(made)}”`,
            remove: async () => {
              const user = await removeUnused(client, writes, { kind: "mutual_tls", id: made.id });
              if (user === null) onUndone?.(made);
              return user;
            },
            places: {
              page: href.certificateAuthorityEdit(made.id),
              around: href.certificateAuthorities(),
            },
            about: certificateAuthorities.pathOf(made.id),
          });
          onMade(made);
        }}
        onClose={onClose}
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
