import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { Path } from "#forms/json.ts";

/** Asks before a save that may delete a secret of the service. Import lazily. */
export function LostSecretsQuestion(props: {
  paths: readonly Path[];
  onSave: () => void;
  onStay: () => void;
}) {
  const names = props.paths.map((path) => path.join("."));
  return (
    <ConfirmDialog
      onClose={props.onStay}
      title="Save without the stored secret?"
      confirmLabel="Save anyway"
      tried="save"
      danger
      onConfirm={async () => props.onSave()}
    >
      <p>
        The service didn’t return{" "}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 ? ", " : null}
            <code className="font-mono text-xs">{name}</code>
          </span>
        ))}
        , so saving may delete it. To keep it, go back, choose Replace and enter it again.
      </p>
    </ConfirmDialog>
  );
}
