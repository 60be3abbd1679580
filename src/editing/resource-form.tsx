import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { isAbsent } from "#api/errors.ts";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import type { JsonObject } from "#forms/json.ts";
import type { Collection } from "#resources/resource.ts";
import { useWrites } from "#resources/writes.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { clip, NAME_MAX } from "#ui/clip.ts";
import { counted, shortenId } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { ChangedElsewhere, notSaved, SaveProblemNote } from "./checked-notes.tsx";
import type { CheckedWrites } from "./checked-writes.ts";
import { ConflictQuestion } from "./conflict.tsx";
import type { PlainForm } from "./plain-form.ts";
import { useCheckedForm } from "./use-checked-form.ts";

const ConfirmDialog = lazyPart(() => import("#components/confirm-dialog.tsx"), "ConfirmDialog");

const GONE = "It was deleted, so it can’t be saved";

type Props<T, Made, Create, Update, V extends JsonObject> = {
  of: Collection<T, Made, Create, Update> & { nameOf?: (object: T) => string };
  form: PlainForm<V>;
  /** What the service has now: the form starts from it, and tells when it changes elsewhere. */
  object: T;
  /** What messages about it are about; its path unless given. */
  about?: string;
  /** In the middle of a sentence: "rule". */
  name: string;
  side: ReactNode;
  onEdited: (edited: boolean) => void;
  /** What an undo can’t bring back of a change: secrets, which the service does not return. */
  undoLoss?: CheckedWrites["undoLoss"];
  /** What a save opens or takes offline, to be asked about before it, maybe once that is read; null = nothing. */
  ask?: (value: V) => Question | null | Promise<Question | null>;
  children: ReactNode;
};

/** `label` is the button's: "Save and take offline". */
type Question = { title: string; label: string; words: ReactNode };

/**
 * The form of an object that is edited in place, with all that saving it safely needs: read past the cache just before, and
 * only what differs is written. Mount it with the object's id as `key`.
 */
export function ResourceForm<
  T extends JsonObject & { id: string },
  Made extends T,
  Create,
  Update,
  V extends JsonObject,
>(props: Props<T, Made, Create, Update, V>) {
  const { of, object, name, onEdited } = props;
  const { definition, editableOf, changesOf } = props.form;
  const { read, update } = useWrites(of);
  const latest = editableOf(object);
  const titleOf = (value: JsonObject) => {
    const own = of.nameOf?.({ ...object, ...value }) ?? object.id;
    return own === object.id
      ? `${definition.title} ${shortenId(own)}`
      : `${definition.title} “${clip(own, NAME_MAX)}”`;
  };
  const editor = useCheckedForm({
    definition,
    writes: {
      read: async () => editableOf(await read(object.id)),
      write: async (value, over) =>
        editableOf(await update(object.id, changesOf(over ?? {}, value ?? {}) as Update)),
      undoLoss: props.undoLoss,
    },
    initial: latest,
    subject: { key: props.about ?? of.pathOf(object.id), title: titleOf(object), titleOf },
  });
  const { form, changes, edited } = editor;
  const [asked, setAsked] = useState<{ question: Question; save: () => void } | null>(null);
  const [waiting, setWaiting] = useState(false);
  const decide = (question: Question | null, save: () => void) => {
    if (question) setAsked({ question, save });
    else save();
  };
  const decideOnceRead = async (reading: Promise<Question | null>, save: () => void) => {
    setWaiting(true);
    const question = await reading;
    setWaiting(false);
    decide(question, save);
  };
  const saveAsked = (value: JsonObject, save: () => void) => {
    const question = props.ask?.(value as V) ?? null;
    if (question instanceof Promise) void decideOnceRead(question, save);
    else decide(question, save);
  };
  // The page reads it; what it was told is that it is gone.
  const isGone = isAbsent(useQuery({ ...of.detail(object.id), enabled: false }).error);
  const saving = waiting ? "saving" : editor.state;
  const state = isGone ? ({ disabled: true, reason: GONE } as const) : saving;
  useEffect(() => onEdited(edited), [edited, onEdited]);
  return (
    <>
      <FormShell
        form={form}
        label={definition.title}
        onSave={(values) => {
          if (state === "ready") saveAsked(editor.requestOf(values), () => editor.save(values));
        }}
        problem={isGone ? null : <SaveProblemNote editor={editor} name={`the ${name}`} />}
        side={props.side}
        bar={
          <SaveBar
            state={state}
            title={changes.length === 0 ? "Nothing changed" : counted(changes.length, "change")}
            {...(changes.length === 0 ? {} : { detail: "Checks for conflicts on save" })}
            problem={isGone ? GONE : (fieldsToFix(editor.errors, definition.fields) ?? notSaved(editor))}
            onDiscard={edited && !waiting ? editor.discard : undefined}
          />
        }
      >
        {isGone ? null : <ChangedElsewhere latest={latest} editor={editor} />}
        {props.children}
      </FormShell>
      <ConflictQuestion definition={definition} editor={{ ...editor, state: saving }} onSave={saveAsked} />
      {asked ? (
        <ConfirmDialog
          title={asked.question.title}
          confirmLabel={asked.question.label}
          tried={`save this ${name}`}
          danger
          onClose={() => setAsked(null)}
          onConfirm={async () => asked.save()}
        >
          {asked.question.words}
        </ConfirmDialog>
      ) : null}
      <UnsavedGuard isDirty={editor.isDirty} what={`your changes to this ${name}`} />
    </>
  );
}
