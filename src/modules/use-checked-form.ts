import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError, describeError } from "#api/errors.ts";
import type { ModuleValue } from "#api/modules.ts";
import type { Issue } from "#contract/error.ts";
import { diff, type Change } from "#forms/diff.ts";
import { issueResolver } from "#forms/issue-resolver.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import type { SaveState } from "#forms/save-state.ts";
import { showIssues } from "#forms/server-errors.ts";
import { useToast } from "#ui/toast.tsx";
import type { FormDefinition, ModuleForm } from "./define-module.ts";
import { planSave, type Conflict } from "./save-plan.ts";
import { labelOf } from "./words.ts";

/** What failed on save: the error, and those of its issues that no field answers for. */
export type SaveProblem = { error: unknown; rest: Issue[] };

/** How the resource is read and written. `over` is what was just read: what the write replaces. */
export type CheckedWrites = {
  /** Reads past the cache. */
  read: () => Promise<ModuleValue>;
  write: (value: ModuleValue, over: ModuleValue) => Promise<ModuleValue>;
};

type Options = { definition: FormDefinition; writes: CheckedWrites; initial: ModuleValue };

/**
 * The life of a form of one resource: mounted with what was loaded, never touched by a refresh; saved after the service was
 * read again and compared; reset to the answer. Mount the caller with a key of the resource's address.
 */
export function useCheckedForm({ definition, writes, initial }: Options) {
  const names = definition.fields.map(({ name }) => name);
  const formOf = (value: ModuleValue) => definition.toForm(value ?? definition.defaults);
  const toast = useToast();
  const [base, setBase] = useState(initial);
  const [phase, setPhase] = useState<"idle" | "saving">("idle");
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const leaving = useRef(false);
  const live = useRef<(value: ModuleValue) => void>(undefined);
  const form = useForm<ModuleForm>({
    defaultValues: formOf(initial),
    resolver: issueResolver((values) => definition.toDraft(values, base).issues, names),
  });
  const values = useWatch({ control: form.control });
  const changes = inOrder(diff(base ?? {}, definition.toDraft(values, base).request), names);
  /** Whether a form would send what an untouched one sends: " 20 " is 20. */
  const isUntouched = (now: ModuleForm) =>
    sameJson(definition.toDraft(now, base).request, definition.toDraft(formOf(base), base).request);
  const isDirty = () => !leaving.current && !isUntouched(form.getValues());

  /** Goes on from a value of the service; keeps what was typed after `sent` was sent. */
  const adopt = (value: ModuleValue, sent: ModuleForm = form.getValues()) => {
    const now = form.getValues();
    const typedOn = names.filter((name) => !sameJson(now[name], sent[name]));
    setBase(value);
    form.reset(formOf(value));
    for (const name of typedOn) form.setValue(name, now[name], { shouldDirty: true });
  };

  useEffect(() => {
    live.current = (value) => {
      if (!isDirty()) adopt(value);
    };
    return () => {
      live.current = undefined;
    };
  });

  const fail = (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : [];
    const rest = showIssues(form, issues, names);
    setConflict(null);
    setProblem(issues.length > 0 && rest.length === 0 ? null : { error, rest });
  };

  const undo = async (written: ModuleValue, previous: ModuleValue) => {
    try {
      if (!sameJson(await writes.read(), written)) {
        toast({ tone: "bad", text: "Not undone: it was changed again since. Nothing was sent." });
        return;
      }
      const restored = await writes.write(previous, written);
      live.current?.(restored);
      toast({ tone: "ok", text: "Undone." });
    } catch (error) {
      const { title, detail } = describeError(
        error,
        `undo the change of the ${definition.title.toLowerCase()}`,
      );
      toast({ tone: "bad", text: `${title}. ${detail}` });
    }
  };

  const offerUndo = (text: string, written: ModuleValue, previous: ModuleValue) => {
    toast({ tone: "ok", text, action: { label: "Undo", onSelect: () => void undo(written, previous) } });
  };

  /** Reads again, compares, writes: `from` is what `mine` started from. */
  const attempt = async (from: ModuleValue, mine: JsonObject) => {
    const sent = form.getValues();
    setPhase("saving");
    setProblem(null);
    try {
      const theirs = await writes.read();
      const plan = planSave({ base: from, theirs, mine });
      if (plan.do === "ask") {
        setConflict({ ...plan, base: from, theirs, mine });
        return;
      }
      const saved = await writes.write(plan.value, theirs);
      setConflict(null);
      adopt(saved, sent);
      const labels = plan.taken.map((change) => labelOf(definition, change.path));
      const also = labels.length > 0 ? ` Kept what was changed elsewhere: ${labels.join(", ")}.` : "";
      offerUndo(`Saved.${also}`, saved, theirs);
    } catch (error) {
      fail(error);
    } finally {
      setPhase("idle");
    }
  };

  const state: SaveState =
    phase === "saving"
      ? "saving"
      : base !== null && changes.length === 0
        ? { disabled: true, reason: "Nothing changed" }
        : "ready";

  return {
    form,
    base,
    changes,
    state,
    problem,
    conflict,
    errors: form.formState.errors,
    edited: !isUntouched(values),
    isDirty,
    save: (sent: ModuleForm) => {
      if (state === "ready") void attempt(base, definition.toDraft(sent, base).request);
    },
    /** Saves what the conflict dialog decided, unless it was changed once more meanwhile. */
    saveMerged: (merged: JsonObject) => {
      if (conflict) void attempt(conflict.theirs, merged);
    },
    discard: () => {
      setProblem(null);
      form.reset(formOf(base));
    },
    /** Drops the draft for what the service has now. */
    takeTheirs: (theirs: ModuleValue) => {
      setConflict(null);
      setProblem(null);
      adopt(theirs);
    },
    keepEditing: () => setConflict(null),
    /** Removes the resource and offers to undo that. Rejects when the service refuses. */
    remove: async () => {
      const previous = await writes.read();
      await writes.write(null, previous);
      leaving.current = true;
      if (previous === null) toast({ text: "It had been removed already." });
      else offerUndo("Removed.", null, previous);
    },
  };
}

/** Changes in the order of the form; fields it does not know come last. */
function inOrder(changes: Change[], names: readonly string[]): Change[] {
  const rank = ({ path }: Change) => {
    const index = names.indexOf(String(path[0]));
    return index < 0 ? names.length : index;
  };
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

export type CheckedForm = ReturnType<typeof useCheckedForm>;
