import { useEffect, type ReactNode } from "react";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import type { JsonObject } from "#forms/json.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { counted } from "#ui/format.ts";
import { ChangedElsewhere, notSaved, SaveProblemNote } from "./checked-notes.tsx";
import type { CheckedWrites } from "./checked-writes.ts";
import { ConflictQuestion } from "./conflict.tsx";
import type { FormDefinition } from "./form-definition.ts";
import { useCheckedForm, type CheckedForm } from "./use-checked-form.ts";

type Props = {
  definition: FormDefinition;
  writes: CheckedWrites;
  /** What the service has now: the form starts from it, and tells when it changes elsewhere. */
  latest: JsonObject;
  /** In the middle of a sentence: "rule". */
  name: string;
  side: ReactNode;
  onEdited: (edited: boolean) => void;
  children: (editor: CheckedForm) => ReactNode;
};

/** The form of an object that is edited in place, with all that saving it safely needs. Mount it with the object's id as `key`. */
export function ResourceForm({ definition, writes, latest, name, side, onEdited, children }: Props) {
  const editor = useCheckedForm({ definition, writes, initial: latest });
  const { form, changes, state, edited } = editor;
  useEffect(() => onEdited(edited), [edited, onEdited]);
  return (
    <>
      <FormShell
        form={form}
        label={definition.title}
        onSave={editor.save}
        problem={<SaveProblemNote editor={editor} name={name} />}
        side={side}
        bar={
          <SaveBar
            state={state}
            title={counted(changes.length, "change")}
            detail={changes.length === 0 ? "Nothing changed" : "The service is read again just before saving"}
            problem={fieldsToFix(editor.errors, definition.fields) ?? notSaved(editor)}
            onDiscard={edited ? editor.discard : undefined}
          />
        }
      >
        <ChangedElsewhere latest={latest} editor={editor} />
        {children(editor)}
      </FormShell>
      <UnsavedGuard isDirty={editor.isDirty} what={`this ${name}`} />
      <ConflictQuestion definition={definition} editor={editor} />
    </>
  );
}
