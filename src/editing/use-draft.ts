import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { ModuleValue } from "#resources/modules.ts";
import { diff, type Change } from "#forms/diff.ts";
import { own, sameJson, type JsonObject } from "#forms/json.ts";
import { mergeThree } from "#forms/merge.ts";
import { useIssueForm } from "#forms/use-issue-form.ts";
import type { FormDefinition, FormValues } from "./form-definition.ts";
import { showEntered } from "./secret-values.ts";

/**
 * One draft of a resource, edited as a form or as JSON. `base` is the value of the service that it started from; `origin`
 * is what the form was last filled from: `base`, or JSON that was typed. Fields the form shows as in `origin` are sent as
 * they stand there, so a draft says exactly what its JSON said.
 */
export function useDraft(definition: FormDefinition, initial: ModuleValue) {
  const names = definition.fields.map(({ name }) => name);
  const formOf = (value: ModuleValue) => definition.toForm(value ?? definition.defaults);
  const [base, setBase] = useState(initial);
  const [origin, setOrigin] = useState(initial);
  const [text, setText] = useState<string | null>(null);
  const [revision, setRevision] = useState(0);
  const form = useIssueForm<FormValues>(
    formOf(initial),
    (values) => definition.toDraft(values, origin, base).issues,
    names,
  );
  const values = useWatch({ control: form.control });
  const requestOf = (now: FormValues) => definition.toDraft(now, origin, base).request;
  const untouched = () => definition.toDraft(formOf(base), base).request;
  const { request, issues } = definition.toDraft(values, origin, base);

  /** Whether a form would send what an untouched one sends: " 20 " is 20. */
  const isUntouched = (now: FormValues) => text === null && sameJson(requestOf(now), untouched());

  const start = (value: ModuleValue) => {
    setBase(value);
    setOrigin(value);
    setText(null);
    setRevision((count) => count + 1);
  };

  /**
   * Takes over what was written past the draft, an undo or a turn on or off: `to`, where `from` was. All else of the draft and of
   * what it started from stays, and so does what was typed into the same since, as a change of it.
   */
  const takeOver = (from: JsonObject, to: ModuleValue) => {
    setRevision((count) => count + 1);
    if (to === null) return setBase(null);
    const moved = <T extends ModuleValue>(mine: T) =>
      mine && (mergeThree({ base: from, theirs: to, mine }, undefined, definition.together).merged as T);
    const now = form.getValues();
    const before = requestOf(now);
    const [draft, loaded] = [moved(before), moved(base)];
    setBase(loaded);
    setOrigin(moved);
    const started = formOf(loaded);
    const shown = showEntered(definition.secrets, definition.toForm(draft), draft, loaded) as FormValues;
    for (const name of names) {
      if (sameJson(own(loaded ?? {}, name), own(base ?? {}, name))) continue;
      const isTyped = sameJson(own(draft, name), own(before, name));
      form.resetField(name, { defaultValue: started[name] });
      form.setValue(name, isTyped ? now[name] : shown[name], { shouldDirty: true });
    }
  };

  /** Starts what is not set from other defaults; what was typed stays. */
  const startFrom = (defaults: JsonObject) => {
    const [before, after, now] = [formOf(null), definition.toForm(defaults), form.getValues()];
    setRevision((count) => count + 1);
    for (const name of names) {
      if (sameJson(after[name], before[name])) continue;
      form.resetField(name, { defaultValue: after[name] });
      if (!sameJson(now[name], before[name])) form.setValue(name, now[name], { shouldDirty: true });
    }
  };

  return {
    form,
    base,
    request,
    issues,
    names,
    changes: inOrder(diff(base ?? {}, request), names),
    /** JSON that was typed and can't be the draft; null when there is none. */
    text,
    /** Counts the times that the draft changed otherwise than by typing: what shows it as text starts anew. */
    revision,
    edited: !isUntouched(values),
    isEdited: () => !isUntouched(form.getValues()),
    requestOf,
    /** Keeps text that is no draft yet, or drops it. The draft stays as it was. */
    keepText: setText,
    /** Makes the draft what a JSON value says, typed as text here or taken from elsewhere. */
    fill: (value: JsonObject, { typed }: { typed: boolean }) => {
      setOrigin(value);
      setText(null);
      if (!typed) setRevision((count) => count + 1);
      const shown = showEntered(definition.secrets, definition.toForm(value), value, base);
      form.reset(shown as FormValues, { keepDefaultValues: true });
    },
    /** Goes on from a value of the service; keeps what was typed after `sent` was sent. */
    adopt: (value: ModuleValue, sent: FormValues = form.getValues()) => {
      const now = form.getValues();
      const typedOn = names.filter((name) => !sameJson(now[name], sent[name]));
      start(value);
      form.reset(formOf(value));
      for (const name of typedOn) form.setValue(name, now[name], { shouldDirty: true });
    },
    takeOver,
    startFrom,
    /** Drops what was typed; what it answers brings it back, beside what was typed since. */
    discard: () => {
      const loaded = formOf(base);
      const dropped = form.getValues();
      start(base);
      form.reset(loaded);
      return () => {
        const now = form.getValues();
        const typedSince = names.filter((name) => !sameJson(now[name], loaded[name]));
        setOrigin(origin);
        setText(text);
        setRevision((count) => count + 1);
        const since = Object.fromEntries(typedSince.map((name) => [name, now[name]]));
        form.reset({ ...dropped, ...since }, { keepDefaultValues: true });
      };
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
