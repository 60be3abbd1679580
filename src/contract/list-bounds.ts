import type * as z from "zod/mini";
import type { Issue } from "./error.ts";

/** Entries of a list that names no bound of its own. */
export const ENTRIES_MAX = 10_000;

function boundOf({ checks = [] }: z.core.$ZodArrayDef): number {
  const bounds = checks.flatMap(({ _zod: { def } }) =>
    def.check === "max_length" || def.check === "length_equals"
      ? [Number(Reflect.get(def, def.check === "max_length" ? "maximum" : "length"))]
      : [],
  );
  return Math.min(ENTRIES_MAX, ...bounds);
}

/** Schemas are told apart by `type`: to name their classes would bring them all into the console. */
function defOf(schema: z.core.$ZodType) {
  const { _zod: zod } = schema as z.core.$ZodTypes;
  return zod.def;
}

/** The schemas that a value may be meant for, wrappers taken off. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType[] {
  const def = defOf(schema);
  if (def.type === "pipe") return innermost(def.in);
  if (def.type === "lazy") return innermost(def.getter());
  if (def.type === "union") return def.options.flatMap(innermost);
  if ("innerType" in def) return innermost(def.innerType);
  return [schema];
}

/**
 * The first list in a request that is longer than its schema has it, found before any entry is read: tens of thousands of
 * faulty entries would else be told one by one. Null when there is none.
 */
export function overlongList(
  schema: z.core.$ZodType,
  value: unknown,
  path: Issue["path"] = [],
): Issue | null {
  if (typeof value !== "object" || value === null) return null;
  const schemas = innermost(schema);
  if (Array.isArray(value)) {
    const lists = schemas.map(defOf).filter((def) => def.type === "array");
    const most = Math.max(...lists.map(boundOf), lists.length > 0 ? 0 : ENTRIES_MAX);
    if (value.length > most) return { path, message: `must have at most ${most} entries` };
    return firstOf(
      value.flatMap((entry, i) => lists.map((list) => [list.element, entry, [...path, i]] as const)),
    );
  }
  const parts = schemas.flatMap((one) => {
    const def = defOf(one);
    if (def.type === "object")
      return Object.entries(def.shape).map(([name, field]) => [field, name] as const);
    if (def.type === "record") return Object.keys(value).map((name) => [def.valueType, name] as const);
    return [];
  });
  return firstOf(parts.map(([field, name]) => [field, Reflect.get(value, name), [...path, name]] as const));
}

function firstOf(parts: readonly (readonly [z.core.$ZodType, unknown, Issue["path"]])[]): Issue | null {
  for (const [schema, value, path] of parts) {
    const issue = overlongList(schema, value, path);
    if (issue) return issue;
  }
  return null;
}
