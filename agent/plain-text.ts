/** Longest text of the service that is printed, in characters. */
const TEXT_MAX = 300;

const ESC = "\u001B";
const BEL = "\u0007";
/** Sequences with their parameters, texts that only a terminal reads, and what else follows an ESC (ECMA-48). */
const SEQUENCES = new RegExp(
  [
    `(?:${ESC}\\[|\u009B)[0-?]*[ -/]*[@-~]?`,
    `(?:${ESC}[\\]PX^_]|[\u0090\u0098\u009D-\u009F])[^${ESC}${BEL}\u009C]*(?:${ESC}\\\\|${BEL}|\u009C)?`,
    `${ESC}[ -/]*[0-~]?`,
  ].join("|"),
  "g",
);
const BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu;
/** Control characters, those that are not seen or turn the direction of writing, and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * A text of the service as it may be printed: one line without what moves a terminal's cursor, colours it, turns the
 * direction of writing or is not seen, of at most `max` characters, the last of them "…" when there were more.
 */
export function plainText(text: string, max: number = TEXT_MAX): string {
  const plain = text.replace(SEQUENCES, "").replace(BREAKS, " ").replace(UNSEEN, "");
  const characters = Array.from(plain);
  return characters.length <= max ? plain : `${characters.slice(0, max - 1).join("")}…`;
}
