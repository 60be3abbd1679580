import type { FieldValues, Path as FieldPath, UseFormReturn } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
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
