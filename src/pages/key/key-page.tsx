import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { apiKeys, isKeyInUse } from "#resources/api-keys.ts";
import { useIsAdminKey } from "#components/admin-key-note.tsx";
import { replacedHere } from "#resources/replaced-here.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { DeleteButton } from "#components/delete-button.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { useLastUseRow } from "#components/last-use.tsx";
import { OwnerName } from "#components/owner-name.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { NoSuch } from "#components/no-such.tsx";
import { QueryGate, thereOf } from "#components/query-gate.tsx";
import { useIsAdmin, useRotateRule } from "#components/use-owner-rule.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { NOT_SHOWN } from "#resources/texts.ts";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Pill } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { KeyForm } from "./key-form.tsx";
import { DeleteKeyDialog } from "#components/lazy-delete-key-dialog.ts";

/** One API key: what is known of it, rename, metadata, delete. One that was rotated here leads to the new one. */
export function Component() {
  const { id = "" } = useParams();
  const successor = replacedHere.get(id);
  return successor === undefined ? (
    <KeyPage key={id} id={id} />
  ) : (
    <Navigate to={href.key(successor)} replace />
  );
}

function KeyPage({ id }: { id: string }) {
  const query = freshOf(useQuery({ ...apiKeys.detail(id), refetchOnMount: "always" }));
  const [edited, setEdited] = useState(false);
  const key = query.data;
  const there = thereOf(query);
  const name = key ? key.description || "No name" : id;
  return (
    <Page
      title={name}
      titleExtra={isKeyInUse(id) === true ? <Pill tone="run">this console</Pill> : null}
      crumbs={[{ label: "Keys", to: href.keys() }, { label: name }]}
      freshness={<Freshness query={query} held={edited} />}
      actions={there ? <Actions apiKey={there} /> : null}
    >
      <QueryGate
        query={query}
        tried="load this key"
        loading={<SkeletonRows label="Loading this key" />}
        editing={edited}
        absent={<NoSuch kind="apiKey" id={id} known={key !== undefined} />}
      >
        {(loaded) => (
          <KeyForm
            key={id}
            apiKey={loaded}
            onEdited={setEdited}
            side={
              <div className="grid gap-5">
                <Panel title="Details">
                  <div className="p-4">
                    <Details apiKey={loaded} />
                  </div>
                </Panel>
                <HistoryPanel id={id} />
              </div>
            }
          />
        )}
      </QueryGate>
    </Page>
  );
}

/** What a key can do, by whether its owner is an admin. */
const ACCESS: Record<string, string> = {
  true: "Everything in the account (admin)",
  false: "Everything in the account, except creating keys and authtokens for others",
  undefined: "Everything in the account",
};

function Details({ apiKey: key }: { apiKey: ApiKey }) {
  const owner = key.owner_id ? <OwnerName id={key.owner_id} /> : NOT_SHOWN;
  const isKept = useIsAdminKey(key.id);
  const isAdmin = useIsAdmin()(key.owner_id);
  const token = isKept ? <KeptToken /> : "Shown once, when it was created";
  return (
    <Properties
      rows={[
        { label: "ID", value: <CopyId id={key.id} /> },
        { label: "Owner", value: owner },
        { label: "Access", value: ACCESS[String(isAdmin)] },
        { label: "Created", value: <RelativeTime at={key.created_at} /> },
        ...useLastUseRow(key.id),
        { label: "Token", value: token },
      ]}
    />
  );
}

function KeptToken() {
  return (
    <>
      In the service’s file <code>admin.key</code>
    </>
  );
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const refusal = useRotateRule()(apiKey.owner_id);
  return (
    <>
      <CopyObject of={apiKeys} object={apiKey} />
      {refusal === undefined ? (
        <ButtonLink to={href.keyRotate(apiKey.id)} icon="refresh">
          Rotate…
        </ButtonLink>
      ) : (
        <Button disabledReason={refusal} icon="refresh">
          Rotate…
        </Button>
      )}
      <DeleteButton
        label="Delete key…"
        to={href.keys()}
        renderDialog={(props) => <DeleteKeyDialog apiKey={apiKey} {...props} />}
      />
    </>
  );
}
