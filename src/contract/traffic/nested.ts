import * as z from "zod/mini";
import { Timestamp } from "../answer.ts";
import type { FieldFacts, FieldType } from "./fields.ts";

/** What one module decided about a request. */
const Decision = z.looseObject({
  /** Its kind, as in the field of a route: `ip_restriction`. */
  module: z.string(),
  /** `allow` or `block`; other kinds may have words of their own. */
  verdict: z.string(),
  /** Why, for people. */
  reason: z.optional(z.string()),
  /**
   * What decided: a rule and its policy; `text` is the part of the reason that names it. Of a rule in the module itself `id` is the
   * module's owner, and `field` where the rule is: `inbound.0.name`.
   */
  refs: z.optional(
    z.array(z.looseObject({ id: z.string(), text: z.optional(z.string()), field: z.optional(z.string()) })),
  ),
  took_ms: z.number(),
});

const TYPES = {
  bool: z.boolean(),
  int32: z.int(),
  int64: z.int(),
  ms: z.number(),
  string: z.string(),
  timestamp: Timestamp,
  headers: z.record(z.string(), z.array(z.string())),
  maps: z.array(z.record(z.string(), z.unknown())),
  names: z.array(z.string()),
  decisions: z.array(Decision),
  base64: z.string(),
} satisfies Record<FieldType, z.ZodMiniType>;

type Facts = Readonly<Record<string, FieldFacts>>;

/** What a field holds. */
type ValueOf<F extends FieldFacts> = F["values"] extends readonly (infer V)[]
  ? V
  : z.output<(typeof TYPES)[F["type"]]>;

type Head<Path> = Path extends `${infer First}.${string}` ? First : Path;
type Below<F extends Facts, First extends string> = {
  [Path in keyof F as Path extends `${First}.${infer Rest}` ? Rest : never]: F[Path];
};

/** Fields by their dotted names as the object that the wire has: `a.b` is `b` in `a`. */
export type Nested<F extends Facts> = {
  [First in Head<keyof F & string>]?: First extends keyof F ? ValueOf<F[First]> : Nested<Below<F, First>>;
};

/** The schema of {@link Nested}; unknown fields are kept. */
export function nestedSchema<F extends Facts>(fields: F): z.ZodMiniType<Nested<F>> {
  const heads = [...new Set(Object.keys(fields).map((path) => path.split(".", 1)[0] ?? ""))];
  const shape = heads.map((head) => {
    const own = fields[head];
    if (own) return [head, schemaOf(own)] as const;
    const below = Object.entries(fields).filter(([path]) => path.startsWith(`${head}.`));
    return [
      head,
      nestedSchema(Object.fromEntries(below.map(([path, facts]) => [path.slice(head.length + 1), facts]))),
    ] as const;
  });
  const all = z.looseObject(Object.fromEntries(shape.map(([head, schema]) => [head, z.optional(schema)])));
  return all as unknown as z.ZodMiniType<Nested<F>>;
}

function schemaOf({ type, values, about }: FieldFacts): z.ZodMiniType {
  const schema = values ? z.enum(values as [string, ...string[]]) : TYPES[type];
  return (schema as z.ZodMiniType).check(z.describe(`${about}.`));
}
