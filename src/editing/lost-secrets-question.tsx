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
      confirmLabel="Save without it"
      tried="save"
      danger
      onConfirm={async () => props.onSave()}
    >
      <p>
        The service did not return{" "}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 ? ", " : null}
            <code className="font-mono text-xs">{name}</code>
          </span>
        ))}
        , and it does not say that it keeps a secret which a request leaves out. Saving now may delete it. To
        be sure, go back, choose Replace and write it again.
      </p>
    </ConfirmDialog>
  );
}
