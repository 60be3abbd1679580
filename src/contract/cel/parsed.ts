import type { parse } from "@bufbuild/cel";

/** The tree of an expression. */
export type Expr = ReturnType<typeof parse>["expr"];

/** Where each part of an expression begins, by its number. */
type Positions = Readonly<Record<string, number>>;

/** The parser tries brackets in brackets that nothing closes again and again. */
const BRACKETS_MAX = 150;

/** Why a text can’t be read from a character on, and what to change; null where no more than that is known. */
type SyntaxWords = (text: string, at: number, example: string) => string | null;

/** A text as a tree, or why it can’t be read, to follow its name, and from which character on. */
export function parsed(
  read: typeof parse,
  text: string,
  example: string,
  words: SyntaxWords = () => null,
): { expr: Expr; positions: Positions } | { fault: string; at: number } {
  if (text.split(/[([{]/).length > BRACKETS_MAX + 1)
    return { fault: `has more than ${BRACKETS_MAX} brackets`, at: 0 };
  try {
    const { expr, sourceInfo } = read(text);
    return { expr, positions: sourceInfo?.positions ?? {} };
  } catch (error) {
    const { location } = error as { location?: { start?: { offset: number } } };
    const at = location?.start?.offset ?? 0;
    return { fault: words(text, at, example) ?? syntaxFault(text, example, at), at };
  }
}

/** What the parser says by the place where it stopped, in words. */
function syntaxFault(text: string, example: string, offset: number): string {
  const rest = text.slice(offset);
  if (text.trim() === "") return `is empty. Example: ${example}`;
  if (/^=[^=]/.test(rest)) return `has a single = at character ${offset + 1}. Compare with ==`;
  if (rest === "") return `ends too early. Example: ${example}`;
  const near = rest.length > 20 ? `${rest.slice(0, 20)}…` : rest;
  return `can’t be read from character ${offset + 1} on: ${near}`;
}
