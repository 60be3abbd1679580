import { useWrites } from "#resources/writes.ts";
import { useEffect, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { apiKeys } from "#resources/api-keys.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import type { ApiKey } from "#contract/api-key.ts";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import type { JsonObject } from "#forms/json.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { ConflictQuestion } from "#editing/conflict.tsx";
import { ChangedElsewhere, notSaved, SaveProblemNote } from "#editing/checked-notes.tsx";
import type { CheckedWrites } from "#editing/checked-writes.ts";
import { useCheckedForm } from "#editing/use-checked-form.ts";
import { counted } from "#ui/format.ts";
import { changesOf, editableOf, keyDefinition } from "./key-definition.ts";

/** Reads a key past the cache; writes only what differs from what was read. */
function useKeyWrites(id: string): CheckedWrites {
  const { read, update } = useWrites(apiKeys);
  return {
    read: async () => editableOf(await read(id)),
    write: async (value, over) => editableOf(await update(id, changesOf(over ?? {}, value ?? {}))),
  };
}

/** Description and metadata of a key. Mount it with the key's id as `key`. */
export function KeyForm(props: { apiKey: ApiKey; side: ReactNode; onEdited: (edited: boolean) => void }) {
  const { apiKey, onEdited } = props;
  const latest = editableOf(apiKey);
  const writes = useKeyWrites(apiKey.id);
  const editor = useCheckedForm({ definition: keyDefinition, writes, initial: latest });
  const { form, changes, state, edited } = editor;

  useEffect(() => onEdited(edited), [edited, onEdited]);

  return (
    <>
      <FormShell
        form={form}
        label="Key"
        onSave={editor.save}
        problem={<SaveProblemNote editor={editor} name="key" />}
        side={props.side}
        bar={
          <SaveBar
            state={state}
            title={counted(changes.length, "change")}
            detail={changes.length === 0 ? "Nothing changed" : "The service is read again just before saving"}
            problem={fieldsToFix(editor.errors, keyDefinition.fields) ?? notSaved(editor)}
            onDiscard={edited ? editor.discard : undefined}
          />
        }
      >
        <ChangedElsewhere latest={latest} editor={editor} />
        <BytesField
          name="description"
          label="Used by"
          maxBytes={DESCRIPTION_MAX_BYTES}
          hint="What uses the key. It is its name in every list."
        />
        <MetadataField lines={6} what="Anything of yours." />
        <PendingChange apiKey={apiKey} />
      </FormShell>
      <UnsavedGuard isDirty={editor.isDirty} what="this key" />
      <ConflictQuestion definition={keyDefinition} editor={editor} />
    </>
  );
}

/** The request of what was edited, to take along. */
function PendingChange({ apiKey }: { apiKey: ApiKey }) {
  const body = changesOf(editableOf(apiKey), useWatch<JsonObject>());
  if (Object.keys(body).length === 0) return null;
  return (
    <div>
      <CopyAs
        label="Copy this change as"
        request={{ method: "PATCH", path: apiKeys.pathOf(apiKey.id), body }}
        json={body}
      />
    </div>
  );
}
