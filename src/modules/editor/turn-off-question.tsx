import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { capital } from "#ui/format.ts";
import { nameOf, withThe } from "#editing/value-text.ts";
import type { Finding } from "../lint/facts.ts";
import type { Loss } from "../lint/guards.ts";
import { LossText } from "./loss-text.tsx";

/** Asks before a module is turned off, or saved so that it lets everyone in or locks the operator out, and says in numbers what is lost by it. Import lazily. */
export function TurnOffQuestion(props: {
  title: string;
  place: string;
  loss: Loss;
  /** What the lint says of it as it is saved. */
  found?: readonly Finding[];
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { title, place, loss, found, onClose, onConfirm } = props;
  const open = loss.anyone ?? found?.find(({ opens }) => opens);
  if (open || loss.own)
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Save ${title} on ${place}?`}
        confirmLabel={
          loss.left?.length === 0 && !loss.anyone
            ? "Save and open to anyone"
            : loss.own
              ? "Save and lock me out"
              : "Save"
        }
        tried={`save ${withThe(title)}`}
        danger
        onConfirm={onConfirm}
      >
        <LossText loss={loss} />
        {open ? <p className="wrap-anywhere">{open.reason}</p> : null}
      </ConfirmDialog>
    );
  const name = loss.left ? title : withThe(title);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn off ${name} ${loss.left ? "on" : "of"} ${place}?`}
      confirmLabel={`Turn off ${loss.left ? title : nameOf(title)}`}
      tried={`turn off ${name}`}
      danger
      onConfirm={onConfirm}
    >
      <LossText loss={loss} />
      <p>{capital(name)} keeps its settings. You can turn it on again.</p>
    </ConfirmDialog>
  );
}
