import { type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { ErrorNote } from "./error-note.tsx";

type Props = {
  onClose: () => void;
  /** What will happen: "Delete “ci”?". */
  title: ReactNode;
  /** What it touches, in numbers. */
  children: ReactNode;
  /** Names the action: "Delete key". */
  confirmLabel: string;
  /** For the error's title, verb first: "delete this key". */
  tried: string;
  danger?: boolean;
  confirmDisabledReason?: string | undefined;
  /** Another answer, which does something else. */
  also?: { label: string; onConfirm: () => Promise<unknown> } | undefined;
  /** Does it; a rejection is shown in the dialog, which stays open. It closes when this resolves. */
  onConfirm: () => Promise<unknown>;
};

/** Asks before something is done, does it, and stays with the reason when it fails. Import lazily. */
export function ConfirmDialog(props: Props) {
  const { busy, error, attempt } = useAttempt();
  const confirm = (act = props.onConfirm) =>
    attempt(async () => {
      await act();
      props.onClose();
    });
  const { also } = props;
  return (
    <Dialog
      onClose={props.onClose}
      title={props.title}
      dismissible={!busy}
      closesOnBack
      question
      footer={
        <>
          <Button disabledReason={busy ? "Wait for the answer" : undefined} onClick={props.onClose}>
            Cancel
          </Button>
          {also ? (
            <Button
              disabledReason={busy ? "Wait for the answer" : undefined}
              onClick={() => void confirm(also.onConfirm)}
            >
              {also.label}
            </Button>
          ) : null}
          <Button
            variant={props.danger ? "danger-fill" : "primary"}
            className="max-w-full"
            busy={busy}
            disabledReason={props.confirmDisabledReason}
            onClick={() => void confirm()}
          >
            <span className="truncate">{props.confirmLabel}</span>
          </Button>
        </>
      }
    >
      {props.children}
      {error === null ? null : <ErrorNote error={error} tried={props.tried} />}
    </Dialog>
  );
}
