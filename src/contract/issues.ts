import * as z from "zod/mini";
import type { Issue } from "./error.ts";

/** What to say of a field that an object refuses, where "is not a field here" would not tell enough. */
export const fieldHints = z.registry<Record<string, string>>();

/** How deep a request may nest. Deeper ones overflow the stack of whoever writes them out again. */
export const NESTING_MAX = 64;

const EXPECTED: Record<string, string> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const expectedName = (expected: string) => EXPECTED[expected] ?? expected;

/** What a value is, in the words of {@link EXPECTED}, never the value itself. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && Number.isFinite(value)) return "a number";
  return expectedName(typeof value);
}

function boundText(issue: { origin: string; inclusive?: boolean }, bound: unknown, word: "least" | "most") {
  if (issue.origin === "string") return `must be at ${word} ${String(bound)} characters long`;
  if (issue.origin === "array") return `must hold at ${word} ${String(bound)} entries`;
  const side = issue.inclusive === false ? (word === "most" ? "below" : "above") : `at ${word}`;
  return `must be ${side} ${String(bound)}`;
}

function unknownFields(keys: readonly string[], schema: unknown): string {
  const object = schema instanceof z.ZodMiniObject ? schema : null;
  const hints = object ? fieldHints.get(object) : undefined;
  const known = Object.keys(object?.shape ?? {}).join(", ");
  return keys
    .map((key) => {
      if (hints && Object.hasOwn(hints, key)) return hints[key];
      return known
        ? `is not a field here; the fields are ${known}`
        : "must be left out: no fields are known here";
    })
    .join("\n");
}

/** Zod's findings in the words of this product: what to write instead. Never repeats a value. */
export const explain: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type": {
      const name = expectedName(issue.expected);
      return issue.input === undefined
        ? `is missing: give ${name}`
        : `must be ${name}, is ${kindOf(issue.input)}`;
    }
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return boundText(issue, issue.minimum, "least");
    case "too_big":
      return boundText(issue, issue.maximum, "most");
    case "unrecognized_keys":
      return unknownFields(issue.keys, issue.inst);
    default:
      return "is not valid here";
  }
};

type Path = Issue["path"];
const pathOf = (path: readonly PropertyKey[]): Path =>
  path.map((part) => (typeof part === "number" ? part : String(part)));

/** The branch of a union that the value was meant for: the one that does not refuse its type at the root. */
function unionIssues(errors: readonly (readonly z.core.$ZodIssue[])[], at: Path): Issue[] {
  const wrongKind = (issue: z.core.$ZodIssue) => issue.code === "invalid_type" && issue.path.length === 0;
  const meant = errors.find((issues) => !issues.some(wrongKind));
  if (meant) return flatten(meant, at);
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

/** A zod error as rows of the wire (design decision 9): one per fault, each with the path of the exact field. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return flatten(error.issues, []);
}

/** Faults that no schema sees: zod drops `__proto__` from maps without a word, and depth is not its concern. */
function structureIssue(value: unknown): Issue | null {
  const open: { value: unknown; path: Path }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: node, path } = next;
    if (typeof node !== "object" || node === null) continue;
    if (path.length >= NESTING_MAX) {
      return { path, message: `must not nest deeper than ${NESTING_MAX} levels` };
    }
    if (!Array.isArray(node) && Object.hasOwn(node, "__proto__")) {
      return { path: [...path, "__proto__"], message: "must have another name" };
    }
    const list = Array.isArray(node);
    for (const [key, child] of Object.entries(node)) {
      open.push({ value: child, path: [...path, list ? Number(key) : key] });
    }
  }
  return null;
}

/** A request that was read, or every fault in it. */
export type Parsed<T> = { data: T; issues?: undefined } | { data?: undefined; issues: Issue[] };

/** Reads a request body. What is refused is refused whole. */
export function parse<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  const structure = structureIssue(value);
  if (structure) return { issues: [structure] };
  const parsed = schema.safeParse(value, { error: explain });
  return parsed.success ? { data: parsed.data } : { issues: issuesOf(parsed.error) };
}
