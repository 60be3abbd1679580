import type { CelInput, CelResult } from "@bufbuild/cel";
import { type CheckedText, checkFilterText, type FilterFault, type FilterRules } from "./filter-check.ts";
import { askedName, type FilterFields, VARIABLE } from "./filter-faults.ts";
import type { Expr } from "./parsed.ts";

type Fields = Readonly<Record<string, unknown>>;

export type Filter = {
  /** Whether an event passes, as JSON.parse makes it. A comparison with a field that it does not have holds for nothing, nor does its opposite. */
  passes: (object: Fields) => boolean;
  /** Texts that the JSON of every event that passes has. */
  needs: readonly string[];
};

/** What changes a value on its way into an expression. */
type Convert = (value: unknown) => unknown;

/** A filter that was checked, and how any part of it is worked out for an event. */
type CheckedFilter = CheckedText & {
  /** Ready to run; `expr` is the filter or a part of it. */
  planned: (expr: Expr) => (object: Fields) => CelResult;
};

/**
 * Reads a filter in CEL: `ev.http.response.status_code >= 500`. The library is loaded with the first one. Nothing that is
 * accepted can run away: parts, loops and patterns are bounded (decisions/api/traffic-filters.md).
 *
 * @returns the filter, or why the text is none, to follow "The filter".
 */
export async function compileFilter(
  text: string,
  fields: FilterFields,
  unusable: FilterFields = {},
  rules: FilterRules = {},
): Promise<Filter | FilterFault> {
  const checked = await readFilter(text, fields, unusable, rules);
  if ("fault" in checked) return checked;
  const evaluate = checked.planned(checked.expr);
  return { needs: checked.needs, passes: (object) => evaluate(object) === true };
}

/** As {@link compileFilter}, with its tree, for who asks more than whether an event passes. */
export async function readFilter(
  text: string,
  fields: FilterFields,
  unusable: FilterFields = {},
  rules: FilterRules = {},
): Promise<CheckedFilter | FilterFault> {
  const { celEnv, parse, plan } = await import("@bufbuild/cel");
  const checked = checkFilterText(parse, text, fields, unusable, rules);
  if ("fault" in checked) return checked;
  const env = celEnv();
  const toTime = plan(env, parse("timestamp(text)"));
  const conversions: Partial<Record<string, Convert>> = {
    int32: toInt,
    int64: toInt,
    timestamp: (value) => toTime({ text: value as string }),
  };
  const converted = [...checked.named].flatMap((name) => {
    const convert = conversions[fields[name]?.type ?? ""];
    return convert ? [{ path: name.split("."), convert }] : [];
  });
  const planned = (part: Expr) => {
    const evaluate = plan(env, part);
    return (object: Fields) => {
      const bound: Record<string, CelInput> = {};
      checked.asked.forEach((path, index) => (bound[askedName(index)] = isThere(object, path)));
      const event = converted.reduce((before, { path, convert }) => withValue(before, path, convert), object);
      bound[VARIABLE] = event as CelInput;
      return evaluate(bound);
    };
  };
  return { ...checked, planned };
}

function toInt(value: unknown): unknown {
  return Number.isInteger(value) ? BigInt(value as number) : value;
}

/** Whether an object has something at a path, whatever it is. */
export function isThere(object: unknown, path: readonly string[]): boolean {
  let at = object;
  for (const name of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Fields)[name];
  }
  return at !== undefined;
}

/** A copy with the value at a path changed, where there is one. */
function withValue(object: Fields, [name = "", ...rest]: readonly string[], convert: Convert): Fields {
  const value = object[name];
  if (value === undefined) return object;
  if (rest.length === 0) return { ...object, [name]: convert(value) };
  if (typeof value !== "object" || value === null) return object;
  return { ...object, [name]: withValue(value as Fields, rest, convert) };
}
