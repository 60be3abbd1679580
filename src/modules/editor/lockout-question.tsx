import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { Loss } from "../lint/guards.ts";
import { LossText } from "./loss-text.tsx";
import { MayLockOut } from "./unchecked-question.tsx";

/** Asks before a new route locks the operator out, or, without a loss, where that could not be checked. Import lazily. */
export const LockoutQuestion = (props: {
  place: string;
  loss: Loss | null;
  onClose: () => void;
  onConfirm: () => void;
}) => (
  <ConfirmDialog
    onClose={props.onClose}
    title={`Create route ${props.place}?`}
    confirmLabel={props.loss ? "Create and lock me out" : "Create anyway"}
    tried="create this route"
    danger
    onConfirm={async () => props.onConfirm()}
  >
    {props.loss ? <LossText loss={props.loss} /> : <MayLockOut />}
  </ConfirmDialog>
);
