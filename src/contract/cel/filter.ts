import { type CheckedText, checkFilterText, type FilterFault, type FilterRules } from "./filter-check.ts";
import { askedName, type FilterFields } from "./filter-faults.ts";
import type { Planner } from "./filter-plan.ts";
import type { Read } from "./quick-verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

export type Filter = {
  /** Whether an event passes, as JSON.parse makes it. A comparison with a field that it does not have holds for nothing, nor does its opposite. */
  passes: (object: Fields) => boolean;
  /** Texts that the JSON of every event that passes has. */
  needs: readonly string[];
};

/** A filter that was checked, and how any part of it is worked out for an event. */
type CheckedFilter = CheckedText & Planner;

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
  return { needs: checked.needs, passes: (object) => evaluate(readerOf(object)) === true };
}

/** As {@link compileFilter}, with its tree, for who asks more than whether an event passes. */
export async function readFilter(
  text: string,
  fields: FilterFields,
  unusable: FilterFields = {},
  rules: FilterRules = {},
): Promise<CheckedFilter | FilterFault> {
  const { parse, planner } = await import("./filter-plan.ts");
  const checked = checkFilterText(parse, text, fields, unusable, rules);
  if ("fault" in checked) return checked;
  const asked = new Map(checked.asked.map((path, index) => [askedName(index), path.join(".")]));
  return { ...checked, ...planner(fields, { named: checked.named, asked }) };
}

/** What an event’s fields hold, by their dotted names. */
export const readerOf =
  (object: Fields): Read =>
  (name) =>
    valueAt(object, name.split("."));

/** What is at a path; undefined where there is nothing. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  let at = object;
  for (const name of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Fields)[name];
  }
  return at;
}
