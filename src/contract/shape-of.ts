import type * as z from "zod/mini";
import type { Shape } from "./check.ts";

type Def = {
  type: string;
  checks?: { _zod: { def: { check?: string; pattern?: RegExp; error?: (issue: object) => unknown } } }[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  values?: unknown[];
  entries?: Record<string, unknown>;
};

/** What a check of a shape looks at, of a schema of answers. Throws for a schema that says more than a shape can. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { _zod: zod } = schema;
  const def = zod.def as unknown as Def;
  const { shape, element, valueType, innerType } = def;
  const checks = (def.checks ?? [])
    .map(({ _zod: { def: check } }) => check)
    .filter(({ check }) => check && check !== "describe");
  const [pattern] = checks;
  if (def.type === "string" && checks.length === 1 && pattern?.pattern)
    return { like: pattern.pattern.source, message: messageOf(pattern.error?.({})) };
  if (checks.length > 0) throw new Error(`No shape has the check ${String(pattern?.check)}.`);
  if (def.type === "string" || def.type === "number" || def.type === "boolean") return def.type;
  if (shape)
    return { fields: Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, shapeOf(one)])) };
  if (element) return { list: shapeOf(element) };
  if (valueType) return { values: shapeOf(valueType) };
  if (def.options) return { any: def.options.map(shapeOf) };
  if (def.values ?? def.entries) return { one: def.values ?? Object.values(def.entries ?? {}) };
  if (innerType && def.type === "optional") return either(shapeOf(innerType), "undefined");
  if (innerType && def.type === "nullable") return either(shapeOf(innerType), "null");
  throw new Error(`There is no shape of ${def.type}.`);
}

const either = (shape: Shape, or: Shape): Shape =>
  typeof shape === "object" && "any" in shape ? { any: [...shape.any, or] } : { any: [shape, or] };

const messageOf = (error: unknown): string =>
  typeof error === "string" ? error : String((error as { message?: unknown } | undefined)?.message);
