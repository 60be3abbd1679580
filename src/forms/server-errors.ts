import type { FieldValues, Path as FieldPath, UseFormReturn } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { sortIssues } from "./issues.ts";

/**
 * Shows the service's issues at their fields and focuses the first of them. Returns the issues that no field of the form
 * answers for; the form shows those as a note. `names` are the fields in the order they stand in.
 */
export function showIssues<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "setError">,
  issues: readonly Issue[],
  names: readonly string[],
): Issue[] {
  const { fields, rest } = sortIssues(issues, names);
  fields.forEach(({ name, message }, index) => {
    form.setError(name as FieldPath<T>, { type: "server", message }, { shouldFocus: index === 0 });
  });
  return rest;
}
