import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBlocker, useNavigate } from "react-router-dom";
import { isKeyInUse } from "#resources/api-keys.ts";
import { AdminKeyNote } from "#components/admin-key-note.tsx";
import { ownKey } from "#resources/own-key.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { useLastUseRow } from "#components/last-use.tsx";
import { OwnerName } from "#components/owner-name.tsx";
import { href } from "#resources/paths.ts";
import { NOT_SHOWN } from "#resources/texts.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useToast } from "#ui/toast.tsx";
import { deleteOld, type Fate } from "./rotation.ts";
import { Step } from "./step.tsx";

type Props = {
  old: ApiKey;
  /** The new key, once its token was kept. */
  newId: string | null;
  onGone: () => void;
};

/** Step 3: deletes the old key when that is confirmed. Until then both work, and leaving says so. */
export function DeleteStep({ old, newId, onGone }: Props) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState<Exclude<Fate, { state: "deleted" }> | null>(null);
  if (newId === null) {
    return (
      <Step number={3} title="Delete old key" state={null}>
        <p className="text-content-muted">
          <CopyId id={old.id} /> keeps working until you delete it.
        </p>
      </Step>
    );
  }
  return (
    <Step number={3} title="Delete old key" state={null}>
      <OldKey old={old} newId={newId} />
      {failed ? <Note tone="warn">{FATES[failed.state]}</Note> : null}
      {failed ? null : (
        <p className="text-content-muted">
          Both keys work now. Delete the old one when nothing uses its token anymore.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" icon="trash" onClick={() => setAsked(true)}>
          Delete old key…
        </Button>
        <Button onClick={() => void navigate(href.keys())}>Keep both</Button>
      </div>
      {asked ? (
        <DeleteDialog
          old={old}
          newId={newId}
          failed={failed}
          onFailed={setFailed}
          onClose={() => setAsked(false)}
          onGone={onGone}
        />
      ) : null}
      <LeaveGuard old={old} newId={newId} />
    </Step>
  );
}

const FATES = {
  there: "The old key was not deleted. Both keys work. Try again, or delete it later on its page.",
  unknown:
    "The service did not say whether the old key was deleted. The new key works. You can safely try again.",
  untouched: "Nothing was deleted, because the new key could not be checked first.",
} as const;

/** The old key, and whether the new one is used in its place. */
function OldKey({ old, newId }: { old: ApiKey; newId: string }) {
  return (
    <Properties
      rows={[
        { label: "Used by", value: old.description || "No name" },
        { label: "ID", value: <CopyId id={old.id} /> },
        { label: "Created", value: <RelativeTime at={old.created_at} /> },
        ...useLastUseRow(old.id),
        ...useLastUseRow(newId, "New key used"),
        { label: "Owner", value: old.owner_id ? <OwnerName id={old.owner_id} /> : NOT_SHOWN },
      ]}
    />
  );
}

function DeleteDialog(
  props: Props & {
    newId: string;
    failed: { state: keyof typeof FATES } | null;
    onFailed: (fate: Exclude<Fate, { state: "deleted" }> | null) => void;
    onClose: () => void;
  },
) {
  const { old, newId, failed } = props;
  const client = useQueryClient();
  const toast = useToast();
  const inUse = isKeyInUse(old.id);
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={old.description ? `Delete old key “${old.description}”?` : "Delete the old key with no name?"}
      confirmLabel="Delete old key"
      tried="delete the old key"
      danger
      onConfirm={async () => {
        props.onFailed(null);
        const fate = await deleteOld(client, old.id, newId);
        if (fate.state !== "deleted") {
          props.onFailed(fate);
          throw fate.error;
        }
        ownKey.deleted = inUse === true;
        toast({
          tone: "ok",
          text: old.description ? `Old key “${old.description}” deleted` : "Old key deleted",
        });
        props.onGone();
      }}
    >
      <p>
        Anything that still uses its token stops working. You can’t undo this. The new key{" "}
        <CopyId id={newId} /> stays.
      </p>
      <OldKey old={old} newId={newId} />
      <AdminKeyNote id={old.id} />
      {inUse === true ? (
        <Note tone="warn">
          This console still uses the old key, so deleting it signs you out. Keep the new token at hand to
          sign in again.
        </Note>
      ) : null}
      {inUse === null ? <Note>If this console uses the old key, deleting it signs you out.</Note> : null}
      {failed ? <Note tone="warn">{FATES[failed.state]}</Note> : null}
    </ConfirmDialog>
  );
}

/** Asks on the way out, in which both keys go on existing. A refused key (401) is not held: nothing here would be lost. */
function LeaveGuard({ old, newId }: { old: ApiKey; newId: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== href.connect(),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      onClose={() => blocker.reset()}
      title="Keep both keys?"
      question
      footer={
        <>
          <Button onClick={() => blocker.reset()}>Stay</Button>
          <Button variant="primary" onClick={() => blocker.proceed()}>
            Keep both
          </Button>
        </>
      }
    >
      <p>
        Both keys work: the old one <CopyId id={old.id} />, created <RelativeTime at={old.created_at} />, and
        the new one <CopyId id={newId} />.
      </p>
      <p>Delete the old one on its page when nothing uses its token anymore.</p>
    </Dialog>
  );
}
