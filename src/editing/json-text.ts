import { NESTING_MAX } from "#contract/issues.ts";
import type { Path } from "#forms/json.ts";

/** A place in a text, both counted from 1. */
export type Position = { line: number; column: number; offset: number };
export type JsonFault = Position & { message: string };

/** What a text says, and where each value stands, by its path as JSON. */
export type JsonRead = { value: unknown; places: ReadonlyMap<string, Position> } | { fault: JsonFault };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LOOSE_NUMBER = /[-+.\w]+/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

class Fault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/**
 * Reads JSON exactly or not at all: beside broken text it refuses what JSON.parse would change without a word, a field
 * given twice and a number that JavaScript can't hold.
 */
export function readJson(text: string): JsonRead {
  const places = new Map<string, Position>();
  try {
    return { value: new Reader(text, places).whole(), places };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { ...positionAt(text, error.at), message: error.message } };
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

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n"), offset };
}

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly places: Map<string, Position>;

  constructor(text: string, places: Map<string, Position>) {
    this.text = text;
    this.places = places;
  }

  whole(): unknown {
    const value = this.value([]);
    this.space();
    if (this.at < this.text.length) this.fail("Nothing may follow the value.");
    return value;
  }

  private value(path: Path): unknown {
    if (path.length > NESTING_MAX) this.fail(`It must not nest deeper than ${NESTING_MAX} levels.`);
    this.space();
    this.places.set(JSON.stringify(path), positionAt(this.text, this.at));
    const char = this.text[this.at];
    if (char === "{") return this.object(path);
    if (char === "[") return this.list(path);
    if (char === '"') return this.string();
    return this.word();
  }

  private object(path: Path): unknown {
    const fields = new Map<string, unknown>();
    this.members("}", "field", () => {
      const at = this.at;
      if (this.text[at] !== '"') this.fail('A field begins with its name in double quotes, like "enabled".');
      const name = this.string();
      if (fields.has(name)) this.fail(`The field ${JSON.stringify(name)} is given twice.`, at);
      this.space();
      if (this.text[this.at] !== ":") this.fail("A colon must follow the field’s name.");
      this.at += 1;
      fields.set(name, this.value([...path, name]));
    });
    return Object.fromEntries(fields);
  }

  private list(path: Path): unknown {
    const items: unknown[] = [];
    this.members("]", "entry", () => items.push(this.value([...path, items.length])));
    return items;
  }

  private members(end: "}" | "]", one: string, read: () => void): void {
    this.at += 1;
    this.space();
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] === end) this.fail(`A ${one} must follow the comma.`);
      read();
      this.space();
      const next = this.text[this.at];
      if (next !== end && next !== ",") this.fail(`A comma or ${end} must follow.`);
      this.at += 1;
      if (next === end) return;
    }
  }

  private string(): string {
    STRING.lastIndex = this.at;
    const found = STRING.exec(this.text)?.[0];
    if (found === undefined)
      this.fail("This text has no end, or a character that must be written as an escape.");
    this.at += found.length;
    return JSON.parse(found) as string;
  }

  private word(): number | boolean | null {
    LOOSE_NUMBER.lastIndex = this.at;
    const word = LOOSE_NUMBER.exec(this.text)?.[0] ?? "";
    if (Object.hasOwn(WORDS, word)) {
      this.at += word.length;
      return WORDS[word] ?? null;
    }
    NUMBER.lastIndex = this.at;
    if (word === "" || NUMBER.exec(this.text)?.[0] !== word) {
      this.fail(this.at >= this.text.length ? "The text ends too early." : "A value must stand here.");
    }
    const number = Number(word);
    if (!isExact(word, number)) this.fail(`This number would become ${number}: it has too many digits.`);
    this.at += word.length;
    return number + 0;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? "")) this.at += 1;
  }

  private fail(message: string, at = this.at): never {
    throw new Fault(message, at);
  }
}

/** Whether a number is kept as it was written: the same digits at the same place. */
function isExact(text: string, number: number): boolean {
  return Number.isFinite(number) && digitsOf(text) === digitsOf(String(number));
}

/** A number's digits without zeros at either end, and the place of the last: "1.50e3" → "15e2". */
function digitsOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + decimals).replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return "0";
  const place = BigInt(exponent) - BigInt(decimals.length) + BigInt(digits.length - trimmed.length);
  return `${text.startsWith("-") ? "-" : ""}${trimmed}e${place}`;
}
