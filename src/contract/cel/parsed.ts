import type { parse } from "@bufbuild/cel";
import { syntaxFault } from "./syntax-words.ts";

/** The tree of an expression. */
export type Expr = ReturnType<typeof parse>["expr"];

/** Where each part of an expression begins, by its number. */
type Positions = Readonly<Record<string, number>>;

/** The parser tries brackets in brackets that nothing closes again and again. */
const BRACKETS_MAX = 150;

/** A text as a tree, or why it can’t be read, to follow its name, and from which character on. */
export function parsed(
  read: typeof parse,
  text: string,
  example: string,
): { expr: Expr; positions: Positions } | { fault: string; at: number } {
  if (text.split(/[([{]/).length > BRACKETS_MAX + 1)
    return { fault: `has too many brackets: more than ${BRACKETS_MAX}`, at: 0 };
  try {
    const { expr, sourceInfo } = read(text);
    return { expr, positions: sourceInfo?.positions ?? {} };
  } catch (error) {
    const { location } = error as { location?: { start?: { offset: number } } };
    const at = location?.start?.offset ?? 0;
    return { fault: syntaxFault(text, example, at), at };
  }
}
