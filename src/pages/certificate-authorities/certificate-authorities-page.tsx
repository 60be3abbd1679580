import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { NAMED_BY_MODULES, ObjectPage } from "#table/object-page.tsx";
import { href } from "#resources/paths.ts";
import { useList } from "#table/use-list.ts";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { authorityTable, Expiry } from "./authority-columns.tsx";

const poll = certificateAuthorities.every(30_000);
const PANEL = {
  title: certificateAuthorities.nameOf,
  render: (authority: CertificateAuthority) => <Detail authority={authority} />,
};

/** /certificate-authorities: whose client certificates mutual TLS accepts, and until when. */
export function Component() {
  const list = useList(certificateAuthorities, poll);
  const { create, remove } = useWrites(certificateAuthorities);
  return (
    <ObjectPage
      resource={certificateAuthorities}
      table={authorityTable}
      list={list}
      rows={list.items}
      panel={PANEL}
      newTo={href.certificateAuthorityNew()}
      absentWords={NAMED_BY_MODULES}
      empty={<NoAuthorities />}
      removal={{
        words: (
          <p>
            An authority that a mutual TLS module names can’t be deleted: the refusal says which. Undo makes
            it again, under a new id.
          </p>
        ),
        remove: ({ id }) => remove(id),
        undo: ({ description, metadata, ca_pem }) =>
          create({
            ...writtenTexts({ description, metadata }),
            ca_pem,
          }),
      }}
    />
  );
}

const list = (values: readonly string[] | null | undefined) => values?.join(", ") || "none";

function Detail({ authority }: { authority: CertificateAuthority }) {
  return (
    <>
      <Properties
        rows={[
          { label: "Id", value: <CopyId id={authority.id} /> },
          { label: "Subject", value: authority.subject_common_name || "none" },
          { label: "Certificate", value: <Expiry authority={authority} /> },
          { label: "Not before", value: authority.not_before ?? "not shown" },
          { label: "Not after", value: authority.not_after ?? "not shown" },
          { label: "Key usages", value: list(authority.key_usages) },
          { label: "Extended", value: list(authority.extended_key_usages) },
          { label: "Created", value: <RelativeTime at={authority.created_at} /> },
        ]}
      />
      <CodeBlock label="the certificate" text={authority.ca_pem} />
      <div>
        <CopyObject of={certificateAuthorities} object={authority} />
      </div>
      <MetadataPanel text={authority.metadata} />
    </>
  );
}

function NoAuthorities() {
  return (
    <EmptyState title="No certificate authorities yet">
      <p>
        The mutual TLS of an edge accepts client certificates of the authorities it names. Add one with “New
        certificate authority”: its certificate in PEM, without the private key.
      </p>
    </EmptyState>
  );
}
