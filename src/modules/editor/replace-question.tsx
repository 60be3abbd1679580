import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ReplacesText } from "./module-notes.tsx";

/** Asks before a login is turned on that turns another one off. Import lazily. */
export function ReplaceQuestion(props: {
  title: string;
  replaces: string;
  place: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { title, replaces, place, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn on ${title} on ${place}?`}
      confirmLabel={`Replace ${replaces}`}
      tried={`turn on ${title}`}
      onConfirm={onConfirm}
    >
      <p>
        <ReplacesText title={title} replaces={replaces} />
      </p>
    </ConfirmDialog>
  );
}
