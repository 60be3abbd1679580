import { type RawBuilder, sql } from "kysely";

/** What the databases write differently: rows as one parameter, since each value of its own costs more than to write it. */
export type Words = {
  /** The rows of a list, as a table with these columns, all texts but those in `numbers`. The last one may be long. */
  rows: (
    columns: readonly string[],
    numbers: readonly string[],
    rows: readonly object[],
  ) => RawBuilder<unknown>;
  /** Whether a text is in the JSON. */
  has: (text: string) => RawBuilder<boolean>;
};

export const ON_SQLITE: Words = {
  // Long texts stand one behind the other in bytes of their own: as JSON they would be escaped, and read as often as there are columns.
  rows: (columns, _numbers, rows) => {
    let begin = 1;
    const texts: string[] = [];
    const list = rows.map((row) => {
      const values = columns.map((column) => (row as Record<string, unknown>)[column]);
      const text = String(values.pop());
      const bytes = Buffer.byteLength(text);
      texts.push(text);
      values.push(begin, bytes);
      begin += bytes;
      return values;
    });
    const value = (index: number) => sql.raw(`json_extract(value, '$[${index}]')`);
    const last = columns.length - 1;
    const each = columns.slice(0, last).map((_, index) => value(index));
    const text = sql`cast(substr(${Buffer.from(texts.join(""))}, ${value(last)}, ${value(last + 1)}) as text)`;
    return sql`select ${sql.join([...each, text])} from json_each(${JSON.stringify(list)})`;
  },
  has: (text) => sql`instr(event, ${text}) > 0`,
};

export const ON_POSTGRES: Words = {
  rows: (columns, numbers, rows) => {
    const each = columns.map((column) => {
      const values = rows.map((row) => (row as Record<string, unknown>)[column]);
      return sql`${values}::${sql.raw(numbers.includes(column) ? "bigint" : "text")}[]`;
    });
    return sql`select * from unnest(${sql.join(each)})`;
  },
  has: (text) => sql`strpos(event, ${text}) > 0`,
};
