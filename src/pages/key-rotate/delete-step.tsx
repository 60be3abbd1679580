import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBlocker, useNavigate } from "react-router-dom";
import { isKeyInUse } from "#resources/api-keys.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { href } from "#resources/paths.ts";
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
      <Step number={3} title="Delete the old key" state={null}>
        <p className="text-content-muted">
          Only once you say so. Until then <CopyId id={old.id} /> goes on working.
        </p>
      </Step>
    );
  }
  return (
    <Step number={3} title="Delete the old key" state={null}>
      <OldKey old={old} />
      {failed ? <Note tone="warn">{FATES[failed.state]}</Note> : null}
      {failed ? null : (
        <p className="text-content-muted">
          Both keys work now. Delete the old one when nothing uses its token any more.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" icon="trash" onClick={() => setAsked(true)}>
          Delete the old key…
        </Button>
        <Button onClick={() => void navigate(href.keys())}>Keep both for now</Button>
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
  there:
    "The old key was not deleted: both keys are there and both work. Try again, or delete it later from its page.",
  unknown:
    "It is not known whether the old key was deleted: the service did not say. The new one is there. Try again: that is safe.",
  untouched: "Nothing was deleted: the new key could not be read just before. Both stay as they are.",
} as const;

function OldKey({ old }: { old: ApiKey }) {
  return (
    <Properties
      rows={[
        { label: "Used by", value: old.description || "nothing written" },
        { label: "Id", value: <CopyId id={old.id} /> },
        { label: "Created", value: <RelativeTime at={old.created_at} /> },
        { label: "Owner", value: old.owner_id ? <CopyId id={old.owner_id} /> : "not shown" },
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
      title={`Delete the old key “${old.description || old.id}”?`}
      confirmLabel="Delete the old key"
      tried="delete the old key"
      danger
      onConfirm={async () => {
        props.onFailed(null);
        const fate = await deleteOld(client, old.id, newId);
        if (fate.state !== "deleted") {
          props.onFailed(fate);
          throw fate.error;
        }
        toast({ tone: "ok", text: "Rotated. The old key is deleted, which can’t be undone." });
        props.onGone();
      }}
    >
      <p>
        Everything that still uses its token is refused from then on. This can’t be undone. The new key stays:{" "}
        <CopyId id={newId} />
      </p>
      <OldKey old={old} />
      {inUse === true ? (
        <Note tone="warn">
          This console still uses the old key. Deleting it disconnects this console at once: have the new
          token at hand to connect again.
        </Note>
      ) : null}
      {inUse === null ? (
        <Note>
          If this console uses the old key, deleting it disconnects this console. Its token does not tell.
        </Note>
      ) : null}
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
      title="Leave with both keys?"
      footer={
        <>
          <Button onClick={() => blocker.reset()}>Stay</Button>
          <Button variant="primary" onClick={() => blocker.proceed()}>
            Leave, keep both
          </Button>
        </>
      }
    >
      <p>
        Two keys exist and both work: the old one <CopyId id={old.id} />, made{" "}
        <RelativeTime at={old.created_at} />, and the new one <CopyId id={newId} />.
      </p>
      <p>Delete the old one from its page when nothing uses its token any more.</p>
    </Dialog>
  );
}
