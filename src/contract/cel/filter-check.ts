import type { parse } from "@bufbuild/cel";
import { type Checked, checkFilter, type FilterFields, VARIABLE } from "./filter-faults.ts";
import { filterSyntax } from "./filter-words.ts";
import { type Expr, parsed } from "./parsed.ts";

/** Longest filter, in characters. */
const FILTER_MAX = 2_000;

/** Why a text is no filter, to follow "The filter", and the character where the part that is wrong begins, where one is. */
export type FilterFault = { fault: string; at?: number };

export type FilterRules = {
  /** Refuse what could never be true: a text compared with a number, or a function that does not take what it is given. */
  typed?: boolean;
  example?: string;
};

/** A filter that can be used, and what it names. */
export type CheckedText = Exclude<Checked, { fault: string }> & { expr: Expr };

/** Checks a text as a filter; nothing is run. `read` = the library’s parser, which is all of it that this needs. */
export function checkFilterText(
  read: typeof parse,
  text: string,
  fields: FilterFields,
  unusable: FilterFields,
  { typed = false, example = `${VARIABLE}.http.response.status_code >= 500` }: FilterRules,
): CheckedText | FilterFault {
  if (text.length > FILTER_MAX) return { fault: `is too long: ${text.length} of ${FILTER_MAX} characters` };
  const tree = parsed(read, text, example, filterSyntax);
  if ("fault" in tree) return tree;
  const { expr, positions } = tree;
  const checked = checkFilter(expr, fields, unusable, typed);
  if (!("fault" in checked)) return { ...checked, expr };
  const at = checked.part === undefined ? undefined : positions[String(checked.part)];
  return { fault: checked.fault, ...(at !== undefined && { at }) };
}
