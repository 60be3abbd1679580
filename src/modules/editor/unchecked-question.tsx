import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { withThe } from "#editing/value-text.ts";

/** Asks before a module is saved, or turned on or off, where it can’t be read what that does. Import lazily. */
export function UncheckedQuestion(props: {
  title: string;
  place: string;
  act: "Save" | "Turn on" | "Turn off";
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { title, place, act, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${act} ${title} on ${place}?`}
      confirmLabel={`${act} anyway`}
      tried={`${act.toLowerCase()} ${withThe(title)}`}
      danger
      onConfirm={onConfirm}
    >
      {act === "Turn off" ? (
        <p>This may open addresses to anyone. They could not be loaded.</p>
      ) : (
        <MayLockOut />
      )}
    </ConfirmDialog>
  );
}

/** What is said in place of a lock-out that could not be checked. */
export const MayLockOut = () => (
  <p>This may lock you out. The IP rules, your address or the edge could not be loaded.</p>
);
