import { isSecretName, REDACTED } from "./redact.ts";

/** Where the value of a secret ends: in an address, in a path (`;name=value`), among other words, in a body. */
const ENDS = {
  address: /[&#]/g,
  path: /[/;]/g,
  text: /[&#\s">]/g,
  // JSON escapes slashes too, as the one character behind a backslash that is part of a value.
  body: /[&#\s"'<>]|\\(?!\/)/g,
};
export type PairsForm = keyof typeof ENDS;

/** What stands between names, values and the parts of an address: as itself, percent-encoded once or more, or as JSON escapes it. */
const SIGNS = /[?&#;=/@,\s"'<>(]|%(?:25)*(?:3f|26|23|3b|3d|2f|40)|u00(?:3f|26|23|3b|3d)/gi;
const ENDS_AUTHORITY = /[/?#"<>\s]/;
const WORTH_IT = /[=@]|3d|40/i;
const BY_CODE: Record<string, string> = {
  "3f": "?",
  26: "&",
  23: "#",
  "3b": ";",
  "3d": "=",
  "2f": "/",
  40: "@",
};

type Edit = { from: number; to: number };
type Told = (name: string) => void;

/**
 * The text without the values of secret parameters, and without what stands before the @ of an address, also in an address that
 * is encoded within another one. `told` gets the name of each. Takes time in proportion to the text.
 */
export function redactPairs(text: string, form: PairsForm, told: Told): string {
  if (!WORTH_IT.test(text)) return text;
  const edits: Edit[] = [];
  // Where a name may begin, or -1: any text is the beginning of one, but in a body there are too many.
  let name = 0;
  let slash = { end: -1, depth: 0 };
  // Behind `//`, and how long the signs there are: the longer the more often encoded.
  let authorities: { from: number; depth: number }[] = [];
  SIGNS.lastIndex = 0;
  for (let found = SIGNS.exec(text); found; found = SIGNS.exec(text)) {
    const at = found.index;
    const sign = signOf(found[0]);
    const end = SIGNS.lastIndex;
    if (sign === "=") {
      const read = name < 0 ? "" : decoded(text.slice(name, at));
      name = form === "body" ? -1 : end;
      if (!isSecretName(read)) continue;
      told(read);
      const to = endOfValue(text, end, form, found[0].length);
      edits.push({ from: end, to });
      name = -1;
      SIGNS.lastIndex = to;
      continue;
    }
    const depth = found[0].length;
    if (sign === "@") {
      const { from = at } = authorities.find((one) => one.depth === depth) ?? {};
      if (from < at) hidePassword(edits, from, at, told);
      continue;
    }
    // What is encoded deeper than an address is part of what it holds.
    if (authorities.length > 0) {
      if (ENDS_AUTHORITY.test(sign)) authorities = authorities.filter((one) => one.depth < depth);
      else if (sign === "&") authorities = authorities.filter((one) => one.depth <= depth);
    }
    if (sign === "/") {
      // JSON may have a backslash before each.
      const before = text[at - 1] === "\\" ? at - 1 : at;
      if (slash.end === before && slash.depth === depth) authorities.push({ from: end, depth });
      slash = { end, depth };
    }
    if (form !== "body" || "?&#;".includes(sign)) name = end;
    else name = -1;
  }
  return edited(text, edits);
}

function hidePassword(edits: Edit[], from: number, to: number, told: Told): void {
  if (edits.at(-1)?.from !== from) told("password");
  while ((edits.at(-1)?.from ?? -1) >= from) edits.pop();
  edits.push({ from, to });
}

/** Of an encoded `=`, what is encoded no deeper ends the value. */
function endOfValue(text: string, start: number, form: PairsForm, depth: number): number {
  const ends = ENDS[form];
  const quote = form === "text" ? (/^["']/.exec(text[start] ?? "")?.[0] ?? null) : null;
  if (quote !== null) {
    const end = text.indexOf(quote, start + 1);
    return end < 0 ? text.length : end + 1;
  }
  ends.lastIndex = start;
  const plain = ends.exec(text)?.index ?? text.length;
  if (depth === 1) return plain;
  const value = text.slice(start, plain);
  for (const { index, 0: sign } of value.matchAll(/%(?:25)*2[36]/g))
    if (sign.length <= depth) return start + index;
  return plain;
}

function edited(text: string, edits: readonly Edit[]): string {
  let clean = "";
  let from = 0;
  for (const edit of edits) {
    clean += text.slice(from, edit.from) + REDACTED;
    from = edit.to;
  }
  return clean + text.slice(from);
}

const signOf = (found: string): string =>
  found.length === 1 ? found : (BY_CODE[found.slice(-2).toLowerCase()] ?? found);

/** A name as it is read, however often it was encoded. What is no ASCII is in no name of a secret. */
function decoded(name: string): string {
  let read = name;
  for (let times = 0; times < 4 && read.includes("%"); times += 1)
    read = read.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return read;
}
