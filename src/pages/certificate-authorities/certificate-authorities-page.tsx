import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { UsedBy } from "#components/used-by.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { NAMED_BY_MODULES, ObjectPage } from "#table/object-page.tsx";
import { TrustRoot } from "#components/trust-root.tsx";
import { useEdgeRoot } from "#resources/edge-root.ts";
import { href } from "#resources/paths.ts";
import { useList } from "#table/use-list.ts";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { MenuItems } from "#ui/menu-item.ts";
import { Note } from "#ui/note.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { authorityTable, exactTime, Expiry } from "./authority-columns.tsx";

const poll = certificateAuthorities.every(30_000);
const PANEL = {
  title: certificateAuthorities.nameOf,
  render: (authority: CertificateAuthority) => <Detail authority={authority} />,
};

const menuOf = ({ id }: CertificateAuthority): MenuItems => [
  { label: "Edit…", icon: "edit", to: href.certificateAuthorityEdit(id) },
];

/** /certificate-authorities: whose client certificates mutual TLS accepts, and until when. */
export function Component() {
  const list = useList(certificateAuthorities, poll);
  const { creation, remove } = useWrites(certificateAuthorities);
  const root = useEdgeRoot();
  return (
    <ObjectPage
      resource={certificateAuthorities}
      table={authorityTable}
      list={list}
      rows={list.items}
      panel={PANEL}
      newTo={href.certificateAuthorityNew()}
      menuOf={menuOf}
      absentWords={NAMED_BY_MODULES}
      empty={<NoAuthorities />}
      note={
        root ? (
          <Note actions={<TrustRoot root={root} />}>
            Browsers warn about addresses of this edge until they trust the root of its certificates.
          </Note>
        ) : null
      }
      removal={{
        words: <p>Undo restores it with a new ID.</p>,
        usedAs: "mutual_tls",
        remove: ({ id }) => remove(id),
        undo: ({ description, metadata, ca_pem }) =>
          creation({
            ...writtenTexts({ description, metadata }),
            ca_pem,
          }),
      }}
    />
  );
}

const list = (values: readonly string[] | null | undefined) => values?.join(", ") || "None";

function Detail({ authority }: { authority: CertificateAuthority }) {
  return (
    <>
      <Properties
        rows={[
          { label: "ID", value: <CopyId id={authority.id} /> },
          { label: "Subject", value: authority.subject_common_name || "None" },
          { label: "Status", value: <Expiry authority={authority} /> },
          { label: "Valid from", value: exactTime(authority.not_before) },
          { label: "Valid until", value: exactTime(authority.not_after) },
          { label: "Key usages", value: list(authority.key_usages) },
          { label: "Extended usages", value: list(authority.extended_key_usages) },
          { label: "Used by", value: <UsedBy of={{ kind: "mutual_tls", id: authority.id }} /> },
          { label: "Created", value: <RelativeTime at={authority.created_at} /> },
        ]}
      />
      <CodeBlock label="the certificate" text={authority.ca_pem} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={href.certificateAuthorityEdit(authority.id)}>Edit certificate authority</ButtonLink>
        <CopyObject of={certificateAuthorities} object={authority} />
      </div>
      <MetadataPanel text={authority.metadata} />
      <HistoryPanel id={authority.id} />
    </>
  );
}

function NoAuthorities() {
  return (
    <EmptyState title="No certificate authorities yet">
      <p>
        With mutual TLS, an edge accepts only client certificates signed by authorities you choose. Add the
        certificate of an authority in PEM format, without its private key.
      </p>
    </EmptyState>
  );
}
