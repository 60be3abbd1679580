import * as z from "zod/mini";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import { type Bounds, fieldsOf } from "./bound.ts";

type Def = { type?: string; format?: string; checks?: Check[]; element?: Schema; innerType?: Schema };
type Schema = z.ZodMiniType & { def: Def };
type Check = z.core.$ZodCheck;
type Holding = Schema & { clone: (def: Def) => Schema };

/**
 * What the rows of a kind leave out: a field that none refuses, a check of a field or of its entries, an end of a number's range
 * that none takes, a rule across fields.
 */
export function missingRows({ name, request, example }: ModuleContract, bounds: Bounds = {}): string[] {
  const refuses = bounds.refuses ?? [];
  const fields = fieldsOf(request).filter((field) => field !== "enabled");
  const bare = fields.filter((field) => !refuses.some(([, , path]) => path.split(".")[0] === field));
  const { shape = {} } = request.def as unknown as { shape?: Record<string, Schema> };
  const unbroken = fields.flatMap((field) => {
    const schema = shape[field];
    const missing = schema
      ? [
          ...unbrokenBy(schema, valuesIn(refuses, field)),
          ...untakenAt(schema, valuesIn(bounds.accepts ?? [], field)),
        ]
      : [];
    return missing.map((what) => `${field}${what}`);
  });
  return [...bare, ...unbroken, ...rulesWithoutRow(request, example, bounds)].map(
    (what) => `${name}: ${what}`,
  );
}

/** What rows send of a field. */
const valuesIn = (rows: readonly (readonly [what: string, change: object, ...unknown[]])[], field: string) =>
  rows.flatMap(([, change]) => (field in change ? [(change as Record<string, unknown>)[field]] : []));

/** What a value of its own type breaks already: of some choices one that is none, of whole numbers one with a fraction. */
const KINDS_OF: readonly (readonly [(def: Def) => boolean, string, (value: unknown) => boolean])[] = [
  [({ type }) => type === "enum", "of none of its choices", (value) => typeof value === "string"],
  [({ format }) => format === "safeint", "with a fraction", (value) => typeof value === "number"],
];

/** Checks that refuse nothing. */
const HARMLESS = ["describe", "meta", "overwrite"];

/**
 * The checks of a field that no value breaks alone, those of a list's entries too: by the bound, or by their number. What texts
 * have in common is shown once (bounds-resources.ts); of two bounds the wider one can't be broken alone.
 */
function unbrokenBy(schema: Schema, sent: readonly unknown[]): string[] {
  const { type, innerType, element, checks = [] } = schema.def;
  if (innerType) return unbrokenBy(innerType, sent);
  const only = (kept: Check[]) => (schema as Holding).clone({ ...schema.def, checks: kept });
  const held = sent.filter((value) => only([]).safeParse(value).success);
  const isSaid = (check: Check) => {
    const def = defOf(check);
    return (
      !HARMLESS.includes(def.check) && !(type === "string" && def.check === "custom") && !isWider(def, checks)
    );
  };
  const breaks = (value: unknown, kept: Check[]) => !only(kept).safeParse(value).success;
  const own = checks.flatMap((check, at) => {
    // A text that breaks two says both; an entry that breaks two hides that one has no row.
    const others = type === "array" ? checks.filter((other) => other !== check) : [];
    const alone = (value: unknown) => breaks(value, [check]) && !breaks(value, others);
    if (!isSaid(check) || held.some(alone)) return [];
    return [` beyond ${boundOf(defOf(check)) ?? `check ${at + 1}`}`];
  });
  const strange = KINDS_OF.find(([isIt]) => isIt(schema.def));
  if (strange && !sent.some((value) => strange[2](value) && breaks(value, []))) own.push(` ${strange[1]}`);
  const entries = sent.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []));
  return [...own, ...(element ? unbrokenBy(element, entries).map((what) => `, an entry${what}`) : [])];
}

/** The ends of a number's range that no value is at. */
function untakenAt({ def: { innerType, checks = [] } }: Schema, taken: readonly unknown[]): string[] {
  if (innerType) return untakenAt(innerType, taken);
  return checks.map(defOf).flatMap((def) => {
    const { value: end } = def;
    return end === undefined || isWider(def, checks) || taken.includes(end) ? [] : [` at ${end}`];
  });
}

type CheckDef = z.core.$ZodCheckDef & {
  value?: number;
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
};

const defOf = ({ _zod: { def } }: Check) => def as CheckDef;
const boundOf = ({ value, minimum, maximum, pattern }: CheckDef): number | string | undefined =>
  value ?? minimum ?? maximum ?? pattern?.source;

function isWider(def: CheckDef, checks: readonly Check[]): boolean {
  const others = checks.map(defOf).filter(({ check }) => check === def.check);
  const bounds = others.flatMap(({ value }) => value ?? []);
  if (def.check === "less_than") return Number(def.value) > Math.min(...bounds);
  return def.check === "greater_than" && Number(def.value) < Math.max(...bounds);
}

/** The rules of the whole request that no row breaks alone: told by their number. */
function rulesWithoutRow(request: z.ZodMiniType, example: unknown, { refuses = [] }: Bounds): string[] {
  if (!(request instanceof z.ZodMiniObject)) return [];
  const { checks = [], ...def } = request.def;
  const fieldsAlone = new z.ZodMiniObject(def);
  const bodies = refuses
    .map(([, change]) => ({ ...(example as object), ...change }))
    .filter((body) => fieldsAlone.safeParse(body).success);
  return checks.flatMap((check, index) => {
    const alone = new z.ZodMiniObject({ ...def, checks: [check] });
    return bodies.some((body) => !alone.safeParse(body).success)
      ? []
      : [`rule ${index + 1} across its fields`];
  });
}
