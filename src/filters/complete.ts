import type { FieldType } from "#contract/traffic/fields.ts";
import { FILTER_KINDS } from "./kinds.ts";

/** Something that can be put into a filter. */
export type Suggestion = {
  /** What is put in; `¦` = where the cursor goes; at its end where there is none. */
  insert: string;
  /** What it is called: `ev.conn.client_ip`, `startsWith(text)`. */
  label: string;
  /** `string`; empty for what has none. */
  type: string;
  about: string;
  /** Why it can’t be used; null for what can. */
  refused: string | null;
};

/** What may stand at a place in a filter, in the place of the characters from `from` to `to`. */
export type Completion = { from: number; to: number; options: readonly Suggestion[] };

const offered = (insert: string, label: string, type: string, about: string): Suggestion => ({
  insert,
  label,
  type,
  about,
  refused: null,
});

/** What can be asked of a text, after its dot. */
const METHODS: readonly Suggestion[] = [
  offered('startsWith("¦")', "startsWith(text)", "bool", "Starts with this text"),
  offered('endsWith("¦")', "endsWith(text)", "bool", "Ends with this text"),
  offered('contains("¦")', "contains(text)", "bool", "Contains this text"),
  offered('matches("¦")', "matches(pattern)", "bool", "Matches an RE2 regular expression"),
  offered("size()", "size()", "int", "Number of characters"),
];

/** What can begin a condition. */
const STARTS: readonly Suggestion[] = [
  offered("has(ev.¦)", "has(field)", "bool", "True if the event has the field"),
  offered("!", "!condition", "bool", "True if the condition is false"),
  offered("size(¦)", "size(value)", "int", "Number of characters or entries"),
  offered("int(¦)", "int(value)", "int", "Converts to a whole number"),
  offered("string(¦)", "string(value)", "string", "Converts to text"),
];

const COMPARISONS: readonly Suggestion[] = [
  offered("== ", "==", "bool", "Equal"),
  offered("!= ", "!=", "bool", "Not equal"),
];
const ORDERS: readonly Suggestion[] = [
  offered("< ", "<", "bool", "Less than"),
  offered("<= ", "<=", "bool", "At most"),
  offered("> ", ">", "bool", "More than"),
  offered(">= ", ">=", "bool", "At least"),
];
const IN_TEXTS = offered('in ["¦"]', "in [texts]", "bool", "One of a list");
const IN_NUMBERS = offered("in [¦]", "in [numbers]", "bool", "One of a list");
const JOINTS: readonly Suggestion[] = [
  offered("&& ", "&&", "bool", "And: both conditions are true"),
  offered("|| ", "||", "bool", "Or: at least one condition is true"),
];

const isNumber = (type: FieldType): boolean => type === "int32" || type === "int64";

/** Every field of a kind as a suggestion; those that filters can’t use come last, with the reason. */
function fieldsOf(kind: string): Suggestion[] {
  const all = Object.entries(FILTER_KINDS[kind] ?? {}).map(([name, { type, about, filterable }]) => ({
    insert: `ev.${name}`,
    label: `ev.${name}`,
    type,
    about,
    refused: filterable ? null : "Filters can’t use this field",
  }));
  return all.toSorted(
    (a, b) => Number(a.refused !== null) - Number(b.refused !== null) || (a.label < b.label ? -1 : 1),
  );
}

/** What is around the cursor: inside of quotes nothing is suggested. */
function isInQuotes(before: string): boolean {
  let quote: string | null = null;
  for (let at = 0; at < before.length; at += 1) {
    const sign = before[at] ?? "";
    if (quote !== null && sign === "\\") at += 1;
    else if (quote !== null) quote = sign === quote ? null : quote;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return quote !== null;
}

const ends = (word: string, ...all: readonly Suggestion[][]) =>
  all.flat().filter(({ label }) => matches(label, word));

/** A word finds what has it anywhere: `ip` finds `ev.conn.client_ip`. */
function matches(label: string, word: string): boolean {
  const wanted = word.toLowerCase().replace(/^ev\.?/, "");
  return label.toLowerCase().replace(/^ev\./, "").includes(wanted);
}

/**
 * What can be typed at a place of a filter, null where nothing is to be suggested. `asked` = by a key: then it is suggested
 * where nothing was typed yet, too.
 */
export function completionAt(text: string, cursor: number, kind: string, asked = false): Completion | null {
  const before = text.slice(0, cursor);
  if (isInQuotes(before)) return null;
  const word = /[A-Za-z_][\w.]*$/.exec(before)?.[0] ?? "";
  const from = cursor - word.length;
  const to = cursor + (/^\w*/.exec(text.slice(cursor))?.[0].length ?? 0);
  const fields = fieldsOf(kind);
  const of = (options: readonly Suggestion[], at = from): Completion | null =>
    options.length > 0 ? { from: at, to, options } : null;
  if (word !== "") {
    const dot = word.lastIndexOf(".");
    const owner = fields.find(({ label, type }) => label === word.slice(0, dot) && type === "string");
    if (owner)
      return owner.refused === null ? of(ends(word.slice(dot + 1), [...METHODS]), from + dot + 1) : null;
    const found = ends(word, fields, word.startsWith("ev") ? [] : [...STARTS]);
    // A name that is whole needs no help, unless there are longer ones.
    return found.length === 1 && found[0]?.label === word ? null : of(found);
  }
  const rest = before.trimEnd();
  if (/(?:^|&&|\|\||[(!,?:])$/.test(rest)) return asked || rest !== "" ? of([...fields, ...STARTS]) : null;
  if (rest === before && !asked) return null;
  const last = fields.find(({ label, refused }) => refused === null && rest.endsWith(label));
  if (last) {
    const signs = isNumber(last.type as FieldType)
      ? [...COMPARISONS, ...ORDERS, IN_NUMBERS]
      : [...COMPARISONS, IN_TEXTS];
    return of(signs);
  }
  // After a value: a text, a number, a list or a call.
  return /(?:["'\])\d]|\btrue|\bfalse)$/.test(rest) ? of(JOINTS) : null;
}

/** A filter with a suggestion put in, and where the cursor is then. */
export function withSuggestion(
  text: string,
  { from, to }: Pick<Completion, "from" | "to">,
  { insert }: Suggestion,
): { text: string; cursor: number } {
  const at = insert.indexOf("¦");
  const put = insert.replace("¦", "");
  const cursor = from + (at < 0 ? put.length : at);
  return { text: text.slice(0, from) + put + text.slice(to), cursor };
}
