import {
  get,
  set,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { errorOf, shownNames } from "./form-internals.ts";
import { sortIssues } from "./issues.ts";

const INVALID = "invalid";

/**
 * A resolver of react-hook-form from a function that names what is wrong with the values. Issues land on the controls that
 * are on the page, nested ones too; of `names`, the fields of the form, those whose controls are not there yet count too.
 */
export function issueResolver<T extends FieldValues>(
  check: (values: T) => readonly Issue[],
  names: readonly string[],
): Resolver<T> {
  return (values, _context, options) => {
    const shown = options.names?.filter((name) => isShown(get(options.fields, name))) ?? [];
    const { fields, rest } = sortIssues(check(values), placesOf(shown, names));
    if (fields.length === 0 && rest.length === 0) return { values, errors: {} };
    const errors: FieldErrors = {};
    for (const { name, message, types } of fields) {
      set(errors, name, { ...(get(errors, name) as object | undefined), type: INVALID, message, types });
    }
    if (rest[0]) set(errors, "root", { type: INVALID, message: rest[0].message });
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}

/**
 * Drops each fault of `issueResolver` that is none of `issues` any more, or is one of another field by now: react-hook-form
 * checks the changed field alone, and before the fields that the change brings are on the page.
 */
export function dropSettled<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "clearErrors" | "setError" | "control">,
  issues: readonly Issue[],
  names: readonly string[],
): void {
  const shown = shownNames(form.control);
  const places = placesOf(shown, names);
  const kept = new Set(sortIssues(issues, places).fields.map(({ name }) => name));
  const isSettled = (name: string) => !kept.has(name) && errorOf(form.control, name)?.type === INVALID;
  for (const name of places.filter(isSettled)) {
    // Clearing a field clears what stands below it too.
    const below = places.flatMap((one) => {
      const error = one.startsWith(`${name}.`) && !isSettled(one) ? errorOf(form.control, one) : undefined;
      return error?.type ? [{ one, error }] : [];
    });
    form.clearErrors(name as Path<T>);
    for (const { one, error } of below) form.setError(one as Path<T>, error);
  }
}

/** The controls on the page, and the fields that have none there yet. */
function placesOf(shown: readonly string[], names: readonly string[]): string[] {
  const waiting = names.filter((name) => !shown.some((one) => one === name || one.startsWith(`${name}.`)));
  return [...shown, ...waiting];
}

function isShown(field: unknown): boolean {
  return typeof field === "object" && field !== null && "mount" in field && field.mount === true;
}
