import * as z from "zod/mini";
import { byteText } from "#contract/common.ts";
import { NAMED_SCHEMAS } from "#contract/operations/schemas.ts";

/** A JSON schema as the OpenAPI document has it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  enum?: string[];
  const?: unknown;
  description?: string;
  pattern?: string;
  [bound: string]: unknown;
};

/** Makes the text for a schema that has a name. */
type LinkOf = (name: string) => string;

/** One row of a table of fields: its path (`provider.github.scopes`), type and bounds in words. */
export type Field = { path: string; type: string; bounds: string; required: boolean };

/** Longer ones help nobody; their fields are described. */
const LONG_PATTERN = 100;

const BOUNDS: readonly (readonly [keyword: string, words: (value: unknown) => string])[] = [
  ["enum", (value) => `one of ${(value as string[]).map((one) => `\`${one}\``).join(", ")}`],
  ["const", (value) => `\`${String(value)}\``],
  ["minimum", (value) => `from ${String(value)}`],
  ["exclusiveMinimum", (value) => `above ${String(value)}`],
  ["maximum", (value) => `to ${String(value)}`],
  ["minLength", (value) => (value === 1 ? "not empty" : `at least ${String(value)} characters`)],
  ["maxLength", (value) => `at most ${String(value)} characters`],
  ["minItems", (value) => `at least ${String(value)} entries`],
  ["maxItems", (value) => `at most ${String(value)} entries`],
  ["rules", (value) => (value as string[]).join("; ")],
  ["pattern", (value) => (String(value).length > LONG_PATTERN ? "" : `\`${String(value)}\``)],
];

/** The contract's schemas by name, with what their refinements demand as `rules`. */
export function namedSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const rules = rulesOf(zodSchema).filter((rule) => !OF_EVERY_TEXT.has(rule));
      if (rules.length > 0) jsonSchema["rules"] = rules;
    },
  });
  return schemas as Record<string, Schema>;
}

/** The messages of a schema's refinements, but for those that quote the input. */
function rulesOf({ _zod }: z.core.$ZodType): string[] {
  return (_zod.def.checks ?? []).flatMap(({ _zod: check }) => {
    const said = ["a", "bb"].map((input) =>
      check.def.check === "custom" ? check.def.error?.({ input } as never) : undefined,
    );
    const [one, two] = said.map((words) => (typeof words === "object" ? words?.message : words));
    return one !== undefined && one === two ? [one] : [];
  });
}

const OF_EVERY_TEXT = new Set(rulesOf(byteText(1)));

/** The fields of a schema, those of objects in it below their own; equal members of one object are one row. */
export function fieldsOf(schema: Schema, linkOf: LinkOf, before = ""): Field[] {
  const required = new Set(schema.required);
  return grouped(schema.properties ?? {}).flatMap(([names, member]) => {
    const path = `${before}${names.length > 1 ? `{${names.join(",")}}` : names[0]}`;
    const { core, type } = readable(member, linkOf);
    const row = { path, type, bounds: boundsOf(member), required: names.some((name) => required.has(name)) };
    return [row, ...fieldsOf(core, linkOf, `${path}${type.includes("list") ? "[]" : ""}.`)];
  });
}

/** Members with equal schemas together, when there are more than two of them. */
function grouped(properties: Record<string, Schema>): [names: string[], schema: Schema][] {
  const groups = new Map<string, [string[], Schema]>();
  for (const [name, schema] of Object.entries(properties)) {
    const nested = boundsOf(schema) === "" && readable(schema).core.properties;
    const key = nested ? JSON.stringify(schema) : name;
    const group = groups.get(key);
    if (group) group[0].push(name);
    else groups.set(key, [[name], schema]);
  }
  return [...groups.values()];
}

/** What a schema is in words, and the one whose fields it has: through null, alternatives, lists and maps. */
function readable(schema: Schema, linkOf: LinkOf = String): { core: Schema; type: string } {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return { core: {}, type: linkOf(name) };
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const all = variants.map((one) => readable(one, linkOf));
    const core = all.find((one) => one.core.properties)?.core ?? {};
    return { core, type: [...new Set(all.map(({ type }) => type))].join(" or ") };
  }
  if (schema.items) {
    const { core, type } = readable(schema.items, linkOf);
    return { core, type: `list of ${type}` };
  }
  if (typeof schema.additionalProperties === "object" && !schema.properties) {
    const { core, type } = readable(schema.additionalProperties, linkOf);
    return { core, type: Object.keys(schema.additionalProperties).length > 0 ? `map of ${type}` : "object" };
  }
  return { core: schema, type: [schema.type ?? "any"].flat().join(" or ") };
}

function boundsOf(schema: Schema): string {
  const own = BOUNDS.flatMap(([keyword, words]) =>
    schema[keyword] === undefined ? [] : [words(schema[keyword])],
  );
  const said = schema.description ? [schema.description.replace(/\.$/, "")] : [];
  const variants = (schema.anyOf ?? schema.oneOf ?? []).map(boundsOf);
  const each = schema.items ? boundsOf(schema.items) : "";
  return [...new Set([...said, ...own, ...variants, each && `each: ${each}`])].filter(Boolean).join("; ");
}
