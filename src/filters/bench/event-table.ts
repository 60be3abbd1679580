import { valueAt } from "#contract/cel/filter.ts";

/** What one path holds in each event: a number for each value that differs, 0 where there is none. */
export class Column {
  codes = new Uint32Array(1024);
  /** By their numbers. */
  readonly values: unknown[] = [undefined];
  private readonly numbers = new Map<unknown, number>();
  private size = 0;

  push(value: unknown): void {
    if (this.size === this.codes.length) {
      const more = new Uint32Array(this.size * 2);
      more.set(this.codes);
      this.codes = more;
    }
    this.codes[this.size] = this.numberOf(value);
    this.size += 1;
  }

  private numberOf(value: unknown): number {
    if (value === undefined) return 0;
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.numbers.set(value, number);
    }
    return number;
  }
}

/** The names that lead to a field, itself last: `conn`, `conn.client_ip`. */
const waysTo = (name: string): string[] =>
  name.split(".").map((_, index, names) => names.slice(0, index + 1).join("."));

/**
 * Events of one kind, with what filters may name in columns: a condition is worked out once for each value that differs, not
 * for each event.
 */
export class EventTable {
  /** Each event as JSON. */
  readonly texts: string[] = [];
  /** When the first and the last of them happened; null where none says. */
  first: string | null = null;
  last: string | null = null;
  private readonly columns: ReadonlyMap<
    string,
    { path: readonly string[]; isField: boolean; column: Column }
  >;

  /** `names` = the fields that filters may name. */
  constructor(names: readonly string[]) {
    const paths = [...new Set(names.flatMap(waysTo))];
    this.columns = new Map(
      paths.map((name) => [
        name,
        { path: name.split("."), isField: names.includes(name), column: new Column() },
      ]),
    );
  }

  get size(): number {
    return this.texts.length;
  }

  add(object: Readonly<Record<string, unknown>>, text: string, at: string | null): void {
    this.texts.push(text);
    if (at !== null && (this.first === null || at < this.first)) this.first = at;
    if (at !== null && (this.last === null || at > this.last)) this.last = at;
    for (const { path, isField, column } of this.columns.values()) {
      const value = valueAt(object, path);
      column.push(isField || value === undefined ? value : true);
    }
  }

  /** The column of a field, or of an object that holds fields. */
  column(name: string): Column {
    const found = this.columns.get(name)?.column;
    if (!found) throw new Error(`no column of ${name}`);
    return found;
  }
}
