import type { FieldValues, Path as FieldPath, UseFormReturn } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { shownNames } from "./form-internals.ts";
import { sortIssues } from "./issues.ts";

/**
 * Shows the service's issues at their fields and focuses the first of them. Returns the issues that no field of the form
 * answers for; the form shows those as a note. `names` are the fields in the order they stand in; where nested controls
 * are on the page, an issue finds the one of its path.
 */
export function showIssues<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "setError" | "control">,
  issues: readonly Issue[],
  names: readonly string[],
): Issue[] {
  const shown = shownNames(form.control);
  const { fields, rest } = sortIssues(issues, shown.length > 0 ? shown : names);
  const inOrder = fields.toSorted((a, b) => rank(a.name, names) - rank(b.name, names));
  inOrder.forEach(({ name, message, types }, index) => {
    form.setError(name as FieldPath<T>, { type: "server", message, types }, { shouldFocus: index === 0 });
  });
  return rest;
}

function rank(name: string, names: readonly string[]): number {
  const index = names.findIndex((one) => name === one || name.startsWith(`${one}.`));
  return index < 0 ? names.length : index;
}
