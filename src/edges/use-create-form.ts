import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError, isUnsure } from "#api/errors.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { useLeaveFirst } from "#components/use-leave-gone.ts";
import { showIssues, useProblem } from "#forms/server-errors.ts";
import { capital } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";

type Options<V extends FieldValues, Made> = {
  form: Parameters<typeof showIssues<V>>[0] & Parameters<typeof useProblem<unknown, V>>[0];
  /** Top level fields, in the order of the form. */
  names: readonly string[];
  create: (values: V) => Promise<Made>;
  /** With its kind: "route a.example/". */
  nameOf: (made: Made) => string;
  remove: (made: Made, values: V) => Promise<unknown>;
  /** What its removal would take along by now, "1 route"; empty where nothing. */
  alongOf?: (made: Made, values: V) => Promise<string>;
  /** Its page, and what is around that: where an undo leads from its page, or one below. */
  placesOf: (made: Made, values: V) => { page: string; around: string };
  /** What the messages of its making and its undo are about. */
  aboutOf: (made: Made, values: V) => string;
  /** Goes on once it is made. */
  onMade: (made: Made, values: V) => void;
};

/** Makes what a form holds, and offers to undo it. Issues of the service land at their fields; all else is the problem. */
export function useCreateForm<V extends FieldValues, Made>(options: Options<V, Made>) {
  const { form, names, nameOf } = options;
  const toast = useToast();
  const leaveFirst = useLeaveFirst();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem<unknown, V>(form, isUnsure);
  const done = useRef(false);
  const undo = (made: Made, values: V, agreed = "") =>
    tryInToast(
      toast,
      () => `delete ${nameOf(made)}`,
      async () => {
        const along = (await options.alongOf?.(made, values)) ?? "";
        if (along !== "" && along !== agreed) return askAlong(made, values, along);
        const { page, around } = options.placesOf(made, values);
        if (!(await leaveFirst(page, around))) return offerUndo(made, values);
        await options.remove(made, values);
        return toast({
          tone: "ok",
          text: `Undone: ${nameOf(made)} deleted`,
          about: options.aboutOf(made, values),
        });
      },
    );
  /** Undo takes back one step: what was added to it since goes only when that is wanted. */
  const askAlong = (made: Made, values: V, along: string) =>
    toast({
      text: `${capital(nameOf(made))} has ${along} now. Undo deletes everything.`,
      // A part of it: the message of what was added stays beside the question.
      about: `${options.aboutOf(made, values)}/undo`,
      action: { label: "Delete all", onSelect: () => void undo(made, values, along) },
    });
  const offerUndo = (made: Made, values: V) =>
    toast({
      tone: "ok",
      text: `${capital(nameOf(made))} created`,
      about: options.aboutOf(made, values),
      action: { label: "Undo", onSelect: () => void undo(made, values) },
    });
  const create = async (values: V) => {
    setBusy(true);
    setProblem(null);
    try {
      const made = await options.create(values);
      done.current = true;
      offerUndo(made, values);
      options.onMade(made, values);
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(form, issues, names);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, done, problem, create };
}
