import { get, set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { sortIssues } from "./issues.ts";

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
    const waiting = names.filter((name) => !shown.some((one) => one === name || one.startsWith(`${name}.`)));
    const { fields, rest } = sortIssues(check(values), [...shown, ...waiting]);
    if (fields.length === 0 && rest.length === 0) return { values, errors: {} };
    const errors: FieldErrors = {};
    for (const { name, message, types } of fields) {
      set(errors, name, { ...(get(errors, name) as object | undefined), type: "invalid", message, types });
    }
    if (rest[0]) set(errors, "root", { type: "invalid", message: rest[0].message });
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}

function isShown(field: unknown): boolean {
  return typeof field === "object" && field !== null && "mount" in field && field.mount === true;
}
