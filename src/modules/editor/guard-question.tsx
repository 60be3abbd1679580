import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { GuardLoss } from "../lint/guards.ts";
import { GuardLossText } from "./guard-loss-text.tsx";

/** Asks before a guard is turned off, and says in numbers what is open then. Import lazily. */
export function GuardQuestion(props: {
  title: string;
  place: string;
  loss: GuardLoss;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { title, place, loss, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn off ${title} on ${place}?`}
      confirmLabel={`Turn off ${title}`}
      tried={`turn off ${title}`}
      danger
      onConfirm={onConfirm}
    >
      <GuardLossText loss={loss} />
      <p>Its settings stay. You can turn it on again.</p>
    </ConfirmDialog>
  );
}
