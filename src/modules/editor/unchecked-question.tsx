import { ConfirmDialog } from "#components/confirm-dialog.tsx";

/** Asks before a module is turned on or off where it can’t be read what that does. Import lazily. */
export function UncheckedQuestion(props: {
  title: string;
  place: string;
  /** What it is turned. */
  to: "on" | "off";
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { title, place, to, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn ${to} ${title} on ${place}?`}
      confirmLabel={`Turn ${to} anyway`}
      tried={`turn ${to} ${title}`}
      danger
      onConfirm={onConfirm}
    >
      <p>
        {to === "on"
          ? "This may lock you out. Your address or the IP rules could not be loaded."
          : "This may open or close addresses. Its edge or route could not be loaded."}
      </p>
    </ConfirmDialog>
  );
}
