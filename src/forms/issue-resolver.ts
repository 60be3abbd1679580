import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { sortIssues } from "./issues.ts";

/** A resolver of react-hook-form from a function that names what is wrong with the values. */
export function issueResolver<T extends FieldValues>(
  check: (values: T) => readonly Issue[],
  names: readonly string[],
): Resolver<T> {
  return (values) => {
    const { fields, rest } = sortIssues(check(values), names);
    if (fields.length === 0 && rest.length === 0) return { values, errors: {} };
    const entries = fields.map(({ name, message }) => [name, { type: "invalid", message }]);
    if (rest[0]) entries.push(["root", { type: "invalid", message: rest[0].message }]);
    return { values: {}, errors: Object.fromEntries(entries) as FieldErrors<T> };
  };
}

/** The issues of a zod error as the wire names them. */
export function issuesOf(error: {
  issues: { path: PropertyKey[]; message: string; code?: string }[];
}): Issue[] {
  return error.issues
    .filter((issue) => issue.code !== "unrecognized_keys")
    .map(({ path, message }) => ({
      path: path.map((part) => (typeof part === "number" ? part : String(part))),
      message,
    }));
}
