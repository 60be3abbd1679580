import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { AuthtokenFields } from "#components/authtoken-fields.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { NoSuch } from "#components/no-such.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { CredentialUpdate, type Credential } from "#contract/credential.ts";
import { parse } from "#contract/issues.ts";
import { PendingChange } from "#editing/pending-change.tsx";
import { plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { credentials } from "#resources/credentials.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";

const { description, acl, metadata } = FIELD_LABELS.credential;

const form = plainForm<{ description: string; acl: string[]; metadata: string }>({
  title: "Authtoken",
  labels: { description, acl, metadata },
  empty: { description: "", acl: [], metadata: "" },
  // A rule keeps its place, so that a fault is told at its line.
  read: (values) => ({ ...values, acl: (values["acl"] as string[]).map((rule) => rule.trim()) }),
  check: (_, changes) =>
    Object.keys(changes).length === 0 ? [] : (parse(CredentialUpdate, changes).issues ?? []),
});

/** What an authtoken permits, and for whom it is; its owner stays. */
export function Component() {
  const { id = "" } = useParams();
  const query = freshOf(useQuery({ ...credentials.detail(id), refetchOnMount: "always" }));
  const [edited, setEdited] = useState(false);
  const known = query.data !== undefined;
  const name = query.data ? credentials.nameOf(query.data) : id;
  const back = href.authtokens(`?open=${encodeURIComponent(id)}`);
  return (
    <Page
      title={`Edit ${name}`}
      crumbs={[{ label: "Authtokens", to: href.authtokens() }, { label: name, to: back }, { label: "Edit" }]}
      freshness={<Freshness query={query} held={edited} />}
      actions={<ButtonLink to={back}>Back to the authtoken</ButtonLink>}
    >
      <QueryGate
        query={query}
        tried="load this authtoken"
        loading={<SkeletonRows label="Loading this authtoken" />}
        editing={edited}
        absent={<NoSuch kind="credential" id={id} known={known} />}
      >
        {(loaded) => <AuthtokenForm key={id} authtoken={loaded} onEdited={setEdited} />}
      </QueryGate>
    </Page>
  );
}

type Props = { authtoken: Credential; onEdited: (edited: boolean) => void };

function AuthtokenForm({ authtoken, onEdited }: Props) {
  return (
    <ResourceForm
      of={credentials}
      form={form}
      object={authtoken}
      name="authtoken"
      side={null}
      onEdited={onEdited}
    >
      <AuthtokenFields afterRules=" Online agents keep what they serve until they reconnect." />
      <MetadataField />
      <PendingChange
        form={form}
        latest={form.editableOf(authtoken)}
        path={credentials.pathOf(authtoken.id)}
      />
    </ResourceForm>
  );
}
