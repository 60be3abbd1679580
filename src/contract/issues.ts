import * as z from "zod/mini";
import type { Issue } from "./error.ts";
import { overlongList } from "./list-bounds.ts";

/** What to say of a field that an object refuses, where "is not a known field" would not tell enough. */
export const fieldHints = z.registry<Record<string, string>>();

/** How deep a request may nest. Deeper ones overflow the stack of whoever writes them out again. */
export const NESTING_MAX = 64;

const EXPECTED: Record<string, string> = {
  string: "a text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

const expectedName = (expected: string) => EXPECTED[expected] ?? expected;

/** What to write instead, for a fault that the schema has no text of its own for. Give it to `parse` as `error`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${expectedName(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bound("at least", issue.origin, Number(issue.minimum));
    case "too_big":
      return bound("at most", issue.origin, Number(issue.maximum));
    case "unrecognized_keys":
      return unknownFields(issue.keys, issue.inst);
    default:
      return "has an unknown format";
  }
}

function bound(words: string, origin: string, value: number): string {
  if (origin === "string")
    return value === 1 && words === "at least"
      ? "must not be empty"
      : `must have ${words} ${value} characters`;
  return origin === "array" ? `must have ${words} ${value} entries` : `must be ${words} ${value}`;
}

/** One line for each key, in their order. */
function unknownFields(keys: readonly string[], schema: unknown): string {
  const object = schema instanceof z.ZodMiniObject ? schema : null;
  const hints = object ? fieldHints.get(object) : undefined;
  const names = Object.keys(object?.shape ?? {});
  const known = names.length === 0 ? "There are no fields here" : `The fields are ${names.join(", ")}`;
  return keys
    .map((key) => (hints && Object.hasOwn(hints, key) ? hints[key] : `is not a known field. ${known}`))
    .join("\n");
}

type Path = Issue["path"];
const pathOf = (path: readonly PropertyKey[]): Path =>
  path.map((part) => (typeof part === "number" ? part : String(part)));

/** The branch of a union that the value was meant for: the one that does not refuse its type at the root. */
function unionIssues(errors: readonly (readonly z.core.$ZodIssue[])[], at: Path): Issue[] {
  const wrongKind = (issue: z.core.$ZodIssue) => issue.code === "invalid_type" && issue.path.length === 0;
  const meant = errors.find((issues) => !issues.some(wrongKind));
  if (meant) return flatten(meant, at);
  if (errors.length === 0) return [{ path: at, message: "is of an unknown kind" }];
  const kinds = errors
    .flat()
    .filter((issue) => issue.code === "invalid_type")
    .map((issue) => expectedName(issue.expected));
  return [{ path: at, message: `must be ${[...new Set(kinds)].join(" or ")}` }];
}

function flatten(issues: readonly z.core.$ZodIssue[], at: Path): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const path = [...at, ...pathOf(issue.path)];
    switch (issue.code) {
      case "invalid_union":
        return unionIssues(issue.errors, path);
      case "invalid_key":
        return issue.issues.map(({ message }) => ({ path, message }));
      case "unrecognized_keys": {
        const messages = issue.message.split("\n");
        return issue.keys.map((key, i) => ({ path: [...path, key], message: messages[i] ?? issue.message }));
      }
      default:
        return [{ path, message: issue.message }];
    }
  });
}

/**
 * The faults of a parse as the wire tells them (decisions/http/errors.md): one per field, an unknown field under its
 * own name, a fault inside one of several shapes where it stands.
 */
export function toIssues(error: z.core.$ZodError): Issue[] {
  return flatten(error.issues, []);
}

const NUL = "\0";

/**
 * The first fault that no schema sees: zod drops `__proto__` from maps without a word, depth is not its concern, and
 * maps of anything may hold numbers that JSON can't and the character that Postgres can't. Null when there is none.
 */
function structureIssue(value: unknown): Issue | null {
  const open: { value: unknown; path: Path }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: node, path } = next;
    if ([node, path.at(-1)].some((text) => typeof text === "string" && text.includes(NUL))) {
      return { path, message: "must not contain a NUL character" };
    }
    // JSON.parse reads 1e400 as Infinity, which is written back as null.
    if (typeof node === "number" && !Number.isFinite(node)) return { path, message: "is too large" };
    if (typeof node !== "object" || node === null) continue;
    if (path.length >= NESTING_MAX) {
      return { path, message: `is nested too deep: up to ${NESTING_MAX} levels` };
    }
    const list = Array.isArray(node);
    if (!list && Object.hasOwn(node, "__proto__")) {
      return { path: [...path, "__proto__"], message: "needs another name" };
    }
    for (const [key, child] of Object.entries(node)) {
      open.push({ value: child, path: [...path, list ? Number(key) : key] });
    }
  }
  return null;
}

/** Every fault of a request: those its schema found, and the first that no schema sees unless its field has one. */
function requestIssues(value: unknown, error: z.core.$ZodError | undefined): Issue[] {
  const issues = error ? toIssues(error) : [];
  const structure = structureIssue(value);
  const at = JSON.stringify(structure?.path);
  if (structure && !issues.some(({ path }) => JSON.stringify(path) === at)) issues.push(structure);
  return issues;
}

/** A request that was read, or every fault in it; `error` is what the schema said, where it was asked. */
export type Parsed<T> =
  | { data: T; issues?: undefined; error?: undefined }
  | { data?: undefined; issues: Issue[]; error?: z.core.$ZodError };

/**
 * Reads a request body. What is refused is refused whole. A list that is too long is the only fault told: its schema is
 * not asked, which would check every entry first.
 */
export function parse<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  const overlong = overlongList(schema, value);
  if (overlong) return { issues: [overlong] };
  const parsed = schema.safeParse(value, { error: describeIssue });
  const issues = requestIssues(value, parsed.error);
  return parsed.success && issues.length === 0 ? { data: parsed.data } : { issues, error: parsed.error };
}
