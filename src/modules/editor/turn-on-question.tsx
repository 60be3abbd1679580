import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ReplacesText } from "./module-notes.tsx";

/** Asks before a module is turned on that turns another login off, or that closes its address. Import lazily. */
export function TurnOnQuestion(props: {
  title: string;
  /** The login that goes off with it. */
  replaces: string | undefined;
  /** Why nobody gets in once it is on. */
  closes: string | undefined;
  place: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { title, replaces, closes, place, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn on ${title} on ${place}?`}
      confirmLabel={
        closes !== undefined ? "Turn on and take offline" : replaces ? `Replace ${replaces}` : "Turn on"
      }
      tried={`turn on ${title}`}
      danger={closes !== undefined}
      onConfirm={onConfirm}
    >
      {closes === undefined ? null : <p>{closes}</p>}
      {replaces === undefined ? null : (
        <p>
          <ReplacesText title={title} replaces={replaces} />
        </p>
      )}
    </ConfirmDialog>
  );
}
