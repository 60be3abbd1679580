import { lazyPart } from "#ui/lazy-export.ts";
import type { FormDefinition } from "./form-definition.ts";
import type { CheckedForm } from "./use-checked-form.ts";

const ConflictDialog = lazyPart(() => import("./conflict-dialog.tsx"), "ConflictDialog");

/** The dialog of a save that clashed with somebody else's, while there is one. */
export function ConflictQuestion({
  definition,
  editor,
}: {
  definition: FormDefinition;
  editor: CheckedForm;
}) {
  const { conflict } = editor;
  if (!conflict) return null;
  return (
    <ConflictDialog
      definition={definition}
      conflict={conflict}
      saving={editor.state === "saving"}
      onSave={editor.saveMerged}
      onTakeTheirs={() => editor.takeTheirs(conflict.theirs)}
      onKeepEditing={editor.keepEditing}
    />
  );
}
