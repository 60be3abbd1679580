import { visit } from "jsonc-parser";
import { NESTING_MAX } from "#contract/issues.ts";
import type { Path } from "#forms/json.ts";
import { sameDigits } from "#forms/number-text.ts";

/** A place in a text: line and column counted from 1. */
export type Position = { line: number; column: number; offset: number };
export type JsonFault = Position & { message: string };

/** What a text says, and where each value stands, by its path as JSON. */
export type JsonRead = { value: unknown; places: ReadonlyMap<string, Position> } | { fault: JsonFault };

const WORD = /^(?:true|false|null)(?![-+.\w])/;

class Fault extends Error {
  readonly at: Position;
  constructor(message: string, at: Position) {
    super(message);
    this.at = at;
  }
}

/**
 * Reads JSON exactly or not at all: beside broken text it refuses what JSON.parse would change without a word, a field
 * given twice and a number that JavaScript can't hold.
 */
export function readJson(text: string): JsonRead {
  try {
    const places = placesIn(text);
    // Adding 0 makes 0 of -0: JSON knows no difference.
    const plain = (_: string, value: unknown) => (typeof value === "number" ? value + 0 : value);
    return { value: JSON.parse(text, plain) as unknown, places };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { ...error.at, message: error.message } };
  }
}

/** Where the value at a path stands, or the nearest one around it. */
export function placeOf(places: ReadonlyMap<string, Position>, path: Path): Position | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = places.get(JSON.stringify(path.slice(0, length)));
    if (found) return found;
  }
  return undefined;
}

/** Where each value stands, by its path as JSON. Throws the first Fault. */
function placesIn(text: string): Map<string, Position> {
  const places = new Map<string, Position>();
  const open: ("}" | "]")[] = [];
  let next: Next = "value";
  const position = (offset: number, line: number, character: number): Position => ({
    line: line + 1,
    column: character + 1,
    offset,
  });
  const begin = (at: Position, path: Path) => {
    if (open.length > NESTING_MAX) throw new Fault(`Nested too deep. Up to ${NESTING_MAX} levels.`, at);
    places.set(JSON.stringify(path), at);
  };
  const end = (offset: number) => {
    if (text[offset] !== open.at(-1)) return;
    open.pop();
    next = "comma";
  };
  visit(
    text,
    {
      onObjectBegin: (offset, _, line, character, path) => {
        begin(position(offset, line, character), path());
        open.push("}");
        next = "name";
      },
      onObjectProperty: (name, offset, _, line, character, path) => {
        if (places.has(JSON.stringify([...path(), name])))
          throw new Fault(`${JSON.stringify(name)} appears twice.`, position(offset, line, character));
        next = "colon";
      },
      onArrayBegin: (offset, _, line, character, path) => {
        begin(position(offset, line, character), path());
        open.push("]");
        next = "value";
      },
      onSeparator: (separator) => {
        next = separator === "," && open.at(-1) === "}" ? "name" : "value";
      },
      onLiteralValue: (value, offset, length, line, character, path) => {
        const at = position(offset, line, character);
        begin(at, path());
        if (typeof value === "number") checkNumber(text.slice(offset, offset + length + 1), length, at);
        next = "comma";
      },
      onObjectEnd: end,
      onArrayEnd: end,
      onError: (_, offset, length, line, character) => {
        // What follows a word without a space is read as part of it: the word itself is a value.
        const word = next === "value" ? WORD.exec(text.slice(offset, offset + length))?.[0] : undefined;
        if (word !== undefined) next = "comma";
        const past = word?.length ?? 0;
        throw new Fault(
          faultText(next, text[offset + past], open.at(-1)),
          position(offset + past, line, character + past),
        );
      },
    },
    { disallowComments: true },
  );
  return places;
}

/** What must stand at a place of a text: after a value that is a comma, or the end of what is open. */
type Next = "value" | "name" | "colon" | "comma";

/** Refuses a number that goes on as no number does, or that JavaScript can't hold. `text` has one more character. */
function checkNumber(text: string, length: number, at: Position): void {
  if (/[-+.\w]/.test(text[length] ?? "")) throw new Fault("Enter a value here.", at);
  const number = Number(text.slice(0, length));
  if (!sameDigits(text.slice(0, length), String(number)))
    throw new Fault(`Too many digits: it would become ${number}.`, at);
}

/** What to write instead of `char`, inside of what `end` closes; undefined = at the end of the text, in nothing. */
function faultText(next: Next, char: string | undefined, end: "}" | "]" | undefined): string {
  if (next === "colon") return "Add a colon after the field name.";
  if (next === "comma") return end ? `Add a comma or ${end}.` : "Remove everything after the value.";
  if (char === '"') return "Unfinished text, or a character that needs an escape.";
  if (next === "name")
    return char === "}"
      ? "Add a field after the comma."
      : 'Enter a field name in double quotes. Example: "enabled"';
  if (char === undefined) return "The JSON is incomplete.";
  if (/['\w]/.test(char)) return "Put text in double quotes, or enter true, false, null or a number.";
  return char === "]" && end === "]" ? "Add an entry after the comma." : "Enter a value here.";
}
