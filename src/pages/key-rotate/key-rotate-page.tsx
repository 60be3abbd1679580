import { useWrites } from "#resources/writes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { apiKeys, type CreatedApiKey, isKeyInUse } from "#resources/api-keys.ts";
import { replacedHere } from "#resources/replaced-here.ts";
import { useConnection } from "#api/connection.ts";
import { isAbsent } from "#api/errors.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { NoSuch } from "#components/no-such.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { TokenDialog } from "#components/token-dialog.tsx";
import type { ApiKey } from "#contract/api-key.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Pill, Status } from "#ui/status.tsx";
import { DeleteStep } from "./delete-step.tsx";
import { MakeStep } from "./make-step.tsx";
import { Step } from "./step.tsx";
import { SwitchConsole } from "./switch-console.tsx";

/**
 * Rotation of a key in three steps: a new key like it, its token kept, the old key deleted once that is confirmed. The new
 * key's id is in the URL as soon as its token was kept, so a reload goes on at the third step.
 */
export function Component() {
  const { id = "" } = useParams();
  const [params, setParams] = useSearchParams();
  useConnection();
  const [gone, setGone] = useState(false);
  const query = useQuery({ ...apiKeys.detail(id), enabled: !gone });
  const asked = params.get("new");
  const newId = asked !== null && asked !== "" && asked !== id ? asked : null;
  const made = useQuery({ ...apiKeys.detail(newId ?? ""), enabled: newId !== null });
  const read = query.data ?? made.data;
  const own = query.data?.description || made.data?.description;
  const name = own || (read ? "No name" : id);
  const title = read && !own ? "Rotate key with no name" : `Rotate ${name}`;
  const isOldGone = gone || isAbsent(query.error);
  // The new key may be read after the old one is known to be gone: until then neither is missing.
  const over = newId !== null && isOldGone && (made.data !== undefined || !isAbsent(made.error));
  return (
    <Page
      title={title}
      titleExtra={isKeyInUse(id) === true ? <Pill tone="run">this console</Pill> : null}
      subtitle={query.data && !isOldGone ? "Both keys work until you delete the old one." : null}
      crumbs={[
        { label: "Keys", to: href.keys() },
        { label: name, to: href.key(over ? newId : id) },
        { label: title },
      ]}
      freshness={over ? null : <Freshness query={query} />}
    >
      {over ? (
        <QueryGate
          query={made}
          tried="load the new key"
          loading={<SkeletonRows label="Loading the new key" />}
          absent={<NoSuch kind="apiKey" id={newId} known />}
        >
          {(key) => <Over made={key} oldId={id} />}
        </QueryGate>
      ) : (
        <QueryGate
          query={query}
          tried="load this key"
          loading={<SkeletonRows label="Loading this key" />}
          absent={<NoSuch kind="apiKey" id={id} />}
        >
          {(old) => (
            <Rotation
              key={id}
              old={old}
              newId={newId}
              lost={isAbsent(made.error)}
              onKept={(kept) => setParams(kept ? { new: kept } : {}, { replace: true })}
              onGone={() => {
                if (newId !== null) replacedHere.set(id, newId);
                setGone(true);
              }}
            />
          )}
        </QueryGate>
      )}
    </Page>
  );
}

type RotationProps = {
  old: ApiKey;
  newId: string | null;
  /** The service does not know the new key (any more). */
  lost: boolean;
  onKept: (newId: string | null) => void;
  onGone: () => void;
};

function Rotation({ old, newId, lost, onKept, onGone }: RotationProps) {
  const { remove } = useWrites(apiKeys);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [deletedNew, setDeletedNew] = useState(false);
  const made = lost ? null : (newId ?? created?.id ?? null);
  const kept = !lost && newId !== null;
  const close = (decision: "kept" | "deleted") => {
    setDeletedNew(decision === "deleted");
    if (decision === "kept" && created) onKept(created.id);
    setCreated(null);
  };
  return (
    <div className="grid max-w-2xl gap-4">
      {deletedNew ? <Note>New key deleted. The old key still works.</Note> : null}
      {lost && newId ? (
        <Note tone="warn">
          The new key <CopyId id={newId} /> does not exist. It may have been deleted. The old key still works.
        </Note>
      ) : null}
      <ol className="grid rounded-md border border-line bg-surface-raised">
        <MakeStep
          old={old}
          madeId={made}
          onMade={(key) => {
            setDeletedNew(false);
            setCreated(key);
          }}
          onTwin={onKept}
        />
        <Step number={2} title="Save its token" state={kept ? <Status tone="ok">Saved</Status> : null}>
          <p className="text-content-muted">
            {kept
              ? "Use it wherever the old token is used. You can’t see it again."
              : "You see it once. The dialog stays until you copy it."}
          </p>
        </Step>
        <DeleteStep old={old} newId={kept ? newId : null} onGone={onGone} />
      </ol>
      {created ? (
        <TokenDialog
          one="key"
          name={created.description ?? ""}
          token={created.token}
          remove={() => remove(created.id)}
          onClosed={close}
        >
          {isKeyInUse(created.id) === true || isKeyInUse(old.id) !== false ? (
            <SwitchConsole oldId={old.id} newId={created.id} token={created.token} />
          ) : null}
        </TokenDialog>
      ) : null}
    </div>
  );
}

function Over({ made, oldId }: { made: ApiKey; oldId: string }): ReactNode {
  return (
    <div className="grid max-w-2xl gap-4">
      <Note
        tone="ok"
        actions={
          <>
            <ButtonLink to={href.key(made.id)}>Open new key</ButtonLink>
            <ButtonLink to={href.keys()}>All keys</ButtonLink>
          </>
        }
      >
        <strong>Rotated</strong>
        <p>
          The old key <CopyId id={oldId} /> is deleted.{" "}
          {made.description ? `“${made.description}”` : "The key"} is now <CopyId id={made.id} />.
        </p>
      </Note>
    </div>
  );
}
