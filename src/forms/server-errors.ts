import { useEffect, useState } from "react";
import type { FieldValues, Path as FieldPath, UseFormReturn } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { signedIn } from "#ui/signed-in.ts";
import { focusFirstFault, shownNames } from "./form-internals.ts";
import { sortIssues } from "./issues.ts";

/**
 * Shows the service's issues at their fields and focuses the first of them. Returns the issues that no field of the form
 * answers for; the form shows those as a note. `names` are the fields; where nested controls are on the
 * page, an issue finds the one of its path.
 */
export function showIssues<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "setError" | "setFocus" | "control">,
  issues: readonly Issue[],
  names: readonly string[],
): Issue[] {
  const shown = shownNames(form.control);
  const { fields, rest } = sortIssues(issues, shown.length > 0 ? shown : names);
  for (const { name, message, types } of fields)
    form.setError(name as FieldPath<T>, { type: "server", message, types });
  focusFirstFault(form);
  return rest;
}

/**
 * What a save failed with, until something is edited or another key signs in: it may be past by then, and is told again if it is not. One that `stays`
 * says more than that, and goes with the next save.
 */
export function useProblem<P, V extends FieldValues>(
  form: Pick<UseFormReturn<V>, "subscribe">,
  stays?: (problem: P) => boolean,
) {
  const [problem, setProblem] = useState<P | null>(null);
  const { subscribe } = form;
  const isKept = problem === null || stays?.(problem) === true;
  useEffect(() => {
    if (isKept) return undefined;
    const ends = [
      signedIn.subscribe(() => setProblem(null)),
      subscribe({
        formState: { values: true },
        // A reset to an answer names no field.
        callback: ({ name }) => {
          if (name !== undefined) setProblem(null);
        },
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [isKept, subscribe]);
  return [problem, setProblem] as const;
}
