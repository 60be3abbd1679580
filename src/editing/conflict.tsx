import type { JsonObject } from "#forms/json.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import type { FormDefinition } from "./form-definition.ts";
import type { CheckedForm } from "./use-checked-form.ts";

const ConflictDialog = lazyPart(() => import("./conflict-dialog.tsx"), "ConflictDialog");

/** The dialog of a save that clashed with somebody else's, while there is one. */
export function ConflictQuestion({
  definition,
  editor,
  onSave,
}: {
  definition: FormDefinition;
  editor: CheckedForm;
  /** Saves `merged` in place of `theirs`, once it was asked about. */
  onSave: (merged: JsonObject, save: () => void, theirs: JsonObject | null) => void;
}) {
  const { conflict } = editor;
  if (!conflict) return null;
  return (
    <ConflictDialog
      definition={definition}
      conflict={conflict}
      saving={editor.state === "saving"}
      onSave={(merged) => onSave(merged, () => editor.saveMerged(merged), conflict.theirs)}
      onTakeTheirs={() => editor.takeTheirs(conflict.theirs)}
      onKeepEditing={editor.keepEditing}
    />
  );
}
