import * as z from "zod/mini";
import type { Issue } from "./error.ts";

const EXPECTED: Record<string, string> = {
  string: "a text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

/** What to write instead, for a fault that the schema has no text of its own for. Give it to `parse` as `error`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bound("at least", issue.origin, Number(issue.minimum));
    case "too_big":
      return bound("at most", issue.origin, Number(issue.maximum));
    case "unrecognized_keys":
      return `is not a field here${fields(issue.inst)}`;
    default:
      return "has a form this service does not know";
  }
}

function bound(words: string, origin: string, value: number): string {
  if (origin === "string")
    return value === 1 && words === "at least"
      ? "must not be empty"
      : `must have ${words} ${value} characters`;
  return origin === "array" ? `must have ${words} ${value} entries` : `must be ${words} ${value}`;
}

function fields(schema: unknown): string {
  if (!(schema instanceof z.ZodMiniObject)) return "";
  const names = Object.keys(schema.shape);
  return names.length === 0 ? "; it takes none" : `; the fields are ${names.join(", ")}`;
}

/** The faults of a parse as the wire tells them: one per field, an unknown field under its own name (design decision 9). */
export function toIssues(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key], message: issue.message }));
  });
}
