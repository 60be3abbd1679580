import { useEffect, useRef, useState } from "react";
import { ApiError } from "#api/errors.ts";
import type { ModuleValue } from "#resources/modules.ts";
import type { Issue } from "#contract/error.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import type { SaveState } from "#forms/save-state.ts";
import { showIssues, useProblem } from "#forms/server-errors.ts";
import { useToast } from "#ui/toast.tsx";
import {
  followUndo,
  named,
  offerUndo,
  saidOf,
  turn,
  turnedBy,
  withAlso,
  type CheckedWrites,
  type Subject,
} from "./checked-writes.ts";
import type { FormDefinition, FormValues } from "./form-definition.ts";
import { planSave, type Conflict, type Versions } from "./save-plan.ts";
import { useDraft } from "./use-draft.ts";
import { useLiveSubject } from "./use-live-subject.ts";
import { inSentence, labelOf } from "./value-text.ts";

/** What failed on save: the error, its issues, and those of them that no field answers for. */
export type SaveProblem = { error: unknown; issues: Issue[]; rest: Issue[] };

type Options = {
  definition: FormDefinition;
  writes: CheckedWrites;
  initial: ModuleValue;
  /** How messages name it; without a title, by that of its form. */
  subject: Omit<Subject, "title"> & Partial<Pick<Subject, "title">>;
};

/**
 * The life of a form of one resource: mounted with what was loaded, never touched by a refresh; saved after the service was
 * read again and compared; reset to the answer. Mount the caller with a key of the resource's address.
 */
export function useCheckedForm({ definition, writes, initial, subject: given }: Options) {
  const subject = useLiveSubject({ title: definition.title, ...given });
  const toast = useToast();
  const draft = useDraft(definition, initial);
  const { form, base, names } = draft;
  const [phase, setPhase] = useState<"idle" | "saving">("idle");
  const [problem, setProblem] = useProblem<SaveProblem, FormValues>(form);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [turning, setTurning] = useState<boolean | null>(null);
  const leaving = useRef(false);
  const open = useRef<AbortController>(null);
  useEffect(() => {
    const until = new AbortController();
    open.current = until;
    return () => until.abort();
  }, []);
  const complete = (value: ModuleValue) => writes.complete?.(value) ?? value;
  const isDirty = () => !leaving.current && draft.isEdited();

  // An undo may be of a change made before this form was opened, or beside it.
  useEffect(() =>
    followUndo(subject.key, (restored, undone) => {
      if (!isDirty()) draft.adopt(restored);
      else if (undone) draft.takeOver(undone, restored);
    }),
  );

  const fail = (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : [];
    const rest = showIssues(form, issues, names);
    setConflict(null);
    setProblem({ error, issues, rest });
  };

  const undo = { writes, subject, toast };

  /** Reads again, compares, writes: `from` is what `mine` started from, `sent` the form that it is of. */
  const attempt = async (from: ModuleValue, mine: JsonObject, sent = form.getValues()) => {
    setPhase("saving");
    setProblem(null);
    try {
      const theirs = await writes.read();
      const three = alignWith(definition, { base: from, theirs, mine });
      const plan = planSave(three);
      if (plan.do === "ask") {
        setConflict({ ...plan, ...three });
        return;
      }
      const previous = complete(theirs);
      const saved = await writes.write(plan.value, theirs);
      setConflict(null);
      draft.adopt(saved, sent);
      const labels = plan.taken.map((change) => labelOf(definition, change.path));
      const kept = labels.length > 0 ? `. Kept changes from elsewhere: ${labels.join(", ")}` : "";
      const turned = turnedBy(previous, saved);
      const did = `${saidOf(named(subject, saved), "saved")}${turned ? `, ${turned}` : ""}`;
      const said = withAlso(did, writes);
      offerUndo(`${said}${kept}`, { ...undo, sent: plan.value, written: saved, previous });
    } catch (error) {
      fail(error);
    } finally {
      setPhase("idle");
    }
  };

  /** Writes past the draft: on or off, and what `by` changes with it. Unsaved changes stay. */
  const turnTo = async (enabled: boolean, by = writes) => {
    setTurning(enabled);
    const toggled = await turn({ ...undo, writes: by, enabled });
    if (toggled && !draft.isEdited())
      draft.adopt(toggled.came === "written" ? toggled.written : toggled.theirs);
    else if (toggled && toggled.came !== "gone" && base) draft.takeOver(base, { ...base, enabled });
    setTurning(null);
  };

  const takeTheirs = (theirs: ModuleValue) => {
    setConflict(null);
    setProblem(null);
    draft.adopt(theirs);
  };

  const state = saveState(phase, draft);
  return {
    ...draft,
    /** `base` with the secrets that this visit wrote. */
    whole: complete(base),
    state,
    problem,
    conflict,
    errors: form.formState.errors,
    isDirty,
    /** Whether it is shown as on, also while that is being written; null when it is not set. */
    on: base === null ? null : (turning ?? base["enabled"] !== false),
    turning: turning !== null,
    turn: turnTo,
    save: (sent: FormValues) => {
      if (state === "ready") void attempt(base, draft.requestOf(sent), sent);
    },
    /** Saves what the conflict dialog decided, unless it was changed once more meanwhile. */
    saveMerged: (merged: JsonObject) => {
      if (conflict) void attempt(conflict.theirs, merged);
    },
    discard: () => {
      setProblem(null);
      const restore = draft.discard();
      toast({
        text: `Changes to ${inSentence(named(subject, base).title)} discarded`,
        // A save ends this undo; this one leaves that of a save.
        about: `${subject.key}/draft`,
        ...(open.current ? { until: open.current.signal } : {}),
        action: { label: "Undo", onSelect: restore },
      });
    },
    /** Drops the draft for what the service has now. */
    takeTheirs,
    keepEditing: () => setConflict(null),
    /** Removes the resource and offers to undo that. Rejects when the service refuses. */
    remove: async () => {
      const previous = await writes.read();
      const whole = complete(previous);
      await writes.write(null, previous);
      leaving.current = true;
      if (previous === null) toast({ text: `${subject.title} was already removed` });
      else
        offerUndo(saidOf(subject, "removed", "from"), {
          ...undo,
          sent: null,
          written: null,
          previous: whole,
        });
    },
    /** What an undo of a save or, of null, of the removal can't bring back. */
    lossBy: (sent: ModuleValue) => writes.undoLoss?.({ sent, written: sent, previous: complete(base) }),
  };
}

/** What is to be merged, each name in it that means the same spelled as the service has it now. */
function alignWith({ align, together }: FormDefinition, three: Versions): Versions {
  const { base, theirs, mine } = three;
  if (!align || theirs === null || sameJson(base, theirs)) return { ...three, together };
  return { base: base && align(base, theirs), theirs, mine: align(mine, theirs), together };
}

function saveState(
  phase: "idle" | "saving",
  { base, changes, text }: Pick<ReturnType<typeof useDraft>, "base" | "changes" | "text">,
): SaveState {
  if (phase === "saving") return "saving";
  if (text !== null) return { disabled: true, reason: "Fix the JSON first" };
  return base !== null && changes.length === 0 ? { disabled: true, reason: "Nothing changed" } : "ready";
}

export type CheckedForm = ReturnType<typeof useCheckedForm>;
