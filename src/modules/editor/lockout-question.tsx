import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { Loss } from "../lint/guards.ts";
import { LossText } from "./loss-text.tsx";

/** Asks before a new route locks the operator out. Import lazily. */
export const LockoutQuestion = (props: {
  place: string;
  loss: Loss;
  onClose: () => void;
  onConfirm: () => void;
}) => (
  <ConfirmDialog
    onClose={props.onClose}
    title={`Create route ${props.place}?`}
    confirmLabel="Create and lock me out"
    tried="create this route"
    danger
    onConfirm={async () => props.onConfirm()}
  >
    <LossText loss={props.loss} />
  </ConfirmDialog>
);
