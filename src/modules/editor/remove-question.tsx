import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import { withThe } from "#editing/value-text.ts";
import type { Loss } from "../lint/guards.ts";
import { LossText } from "./loss-text.tsx";

/** Asks before a module is removed, and says in numbers what is lost by it. Import lazily. */
export function RemoveQuestion(props: {
  title: string;
  place: string;
  editor: CheckedForm;
  loss: Loss | null;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const { title, place, editor, loss, onClose, onRemoved } = props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${title} from ${place}?`}
      confirmLabel={`Remove ${title}`}
      tried={`remove ${withThe(title)}`}
      danger
      onConfirm={async () => {
        await editor.remove();
        onRemoved();
      }}
    >
      {loss ? <LossText loss={loss} /> : null}
      <p>
        Its settings are deleted. {editor.lossBy(null)?.says ?? "You can undo this right after."}
        {editor.edited ? " Your unsaved changes are discarded." : ""}
      </p>
    </ConfirmDialog>
  );
}
