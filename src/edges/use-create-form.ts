import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError, isUnsure } from "#api/errors.ts";
import { useCreated } from "#components/use-created.ts";
import { showIssues, useProblem } from "#forms/server-errors.ts";

type Options<V extends FieldValues, Made> = {
  form: Parameters<typeof showIssues<V>>[0] & Parameters<typeof useProblem<unknown, V>>[0];
  /** Top level fields, in the order of the form. */
  names: readonly string[];
  create: (values: V) => Promise<Made>;
  /** With its kind: "route a.example/". */
  nameOf: (made: Made) => string;
  remove: (made: Made, values: V) => Promise<void>;
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
  const { form, names } = options;
  const sayCreated = useCreated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem<unknown, V>(form, isUnsure);
  const done = useRef(false);
  const create = async (values: V) => {
    setBusy(true);
    setProblem(null);
    try {
      const made = await options.create(values);
      done.current = true;
      sayCreated({
        name: options.nameOf(made),
        remove: () => options.remove(made, values),
        alongOf: async () => (await options.alongOf?.(made, values)) ?? "",
        places: options.placesOf(made, values),
        about: options.aboutOf(made, values),
      });
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
