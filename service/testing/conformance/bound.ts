import * as z from "zod/mini";
import type { ErrorName } from "#contract/error.ts";
import type { World } from "./world.ts";

/**
 * `[what, fields that replace the body's, path of the one issue]`, and the code where the family has one of its own; a
 * body with these fields is refused. One fault a row, so that no rule hides behind another.
 */
export type Beyond = readonly [what: string, change: object, path: string, problem?: ErrorName];

/** A body with these fields is taken; they may depend on what is there, or put it there first. */
export type AtBound = readonly [
  what: string,
  change: object | ((world: World, ids: Readonly<Record<string, string>>) => Promise<object>),
];

/** What a body takes at its bounds, and refuses beyond them with 400 at the path. */
export type Bounds = { accepts?: readonly AtBound[]; refuses?: readonly Beyond[] };

/** A text of one byte more than `max`, and of fewer characters where they may be any. */
export const tooLong = (max: number, { ascii = false } = {}): string =>
  ascii ? "x".repeat(max + 1) : `${"é".repeat(max >> 1)}${"x".repeat(1 + (max & 1))}`;

/** A list of `count` entries. */
export const many = <T>(count: number, entry: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => entry(i));

/** Half of a character: no UTF-8 has it. */
export const HALF = "a\ud800";

/** Objects that may hold any field. */
const MAPS = ["add", "config"];

/** A value once for each object in it, with a field more that nobody knows; and where that is. */
function strangers(value: unknown): [path: string, changed: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).filter(([name]) => !MAPS.includes(name));
  const deeper = inside.flatMap(([name, part]) =>
    strangers(part).map(([path, changed]): [string, unknown] => [
      `${name}.${path}`,
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ]),
  );
  return Array.isArray(value) ? deeper : [["x_unknown", { ...value, x_unknown: 1 }], ...deeper];
}

/** An unknown field is refused in every object of a module. */
export const knownFieldsOnly = (example: object): Beyond[] =>
  strangers(example).map(([path, changed]) => [path, changed as object, path, "fieldUnknown"]);

/** The rows of a module, in the body of the edge or route that has it. */
export function nested(kind: string, example: object, { accepts = [], refuses = [] }: Bounds): Bounds {
  return {
    accepts: accepts.flatMap(([what, change]): AtBound[] =>
      typeof change === "function" ? [] : [[`${kind}: ${what}`, { [kind]: { ...example, ...change } }]],
    ),
    refuses: refuses.map(([what, change, path, ...problem]) => [
      `${kind}: ${what}`,
      { [kind]: { ...example, ...change } },
      `${kind}.${path}`,
      ...problem,
    ]),
  };
}

/** The fields of a body. */
export function fieldsOf(body: z.ZodMiniType): string[] {
  const { properties = {} } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return Object.keys(properties);
}
