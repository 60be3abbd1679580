import type { parse } from "@bufbuild/cel";
import { checkFilterText, type FilterFault, type FilterRules } from "./cel/filter-check.ts";
import { type FieldFacts, TRAFFIC_KINDS } from "#contract/traffic/fields.ts";

type Fields = Readonly<Record<string, FieldFacts>>;
type Rules = { usable: Fields; unusable: Fields; rules: FilterRules };

const RULES: FilterRules = { typed: true, example: "ev.conn.server_port == 443" };

/** What filters of a kind may name, and what they may not; or why there are none. */
export function rulesOf(type: string): Rules | { fault: string } {
  if (!Object.hasOwn(TRAFFIC_KINDS, type)) return { fault: "is for traffic events only. Leave it out" };
  const all = Object.entries(TRAFFIC_KINDS[type] ?? {});
  const usable = Object.fromEntries(all.filter(([, { filterable }]) => filterable));
  const unusable = Object.fromEntries(all.filter(([, { filterable }]) => !filterable));
  if (Object.keys(usable).length === 0)
    return { fault: `can’t be used: ${type} has no known fields. Leave it out` };
  return { usable, unusable, rules: RULES };
}

/**
 * Why a text can’t be the filter of a source, to follow "The filter"; null where it can. One expression in CEL over the
 * filterable fields of its kind as `ev.…`, true or false, at most 2,000 characters. `read` = the library’s parser: the console
 * needs no more of it to check what is typed.
 */
export function eventFilterFault(read: typeof parse, type: string, text: string): FilterFault | null {
  const given = rulesOf(type);
  if ("fault" in given) return given;
  const checked = checkFilterText(read, text, given.usable, given.unusable, given.rules);
  return "fault" in checked ? checked : null;
}
