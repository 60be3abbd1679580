import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from "kysely";

/** The id of another row: `of users.id` stays while this one is there, with `part of sessions.id` this one goes. */
type Reference = `${"part " | ""}of ${string}.id`;
/** A column of a new table; unless it says so it can’t be null. */
type Column =
  | "key"
  | "text"
  | "unique text"
  | "integer"
  | "bigint"
  | Reference
  | `${"text" | Reference} or null`;

export type Columns = Readonly<Record<string, Column>>;

function build(column: Column, builder: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  if (column === "key") return builder.primaryKey();
  const [, part, target] = /^(part )?of (\S+)/.exec(column) ?? [];
  const some = column.endsWith(" or null") ? builder : builder.notNull();
  if (target !== undefined) {
    return part ? some.references(target).onDelete("cascade") : some.references(target);
  }
  return column === "unique text" ? some.unique() : some;
}

/** Texts that are never null. */
export function texts(...names: string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, "text"]));
}

/** What every resource has beside its id. */
export const COMMON = texts("description", "metadata", "created_at");

/** Makes a table with these columns, in this order; `primary` names the columns of a key of several. */
export async function createTable(
  db: Kysely<unknown>,
  table: string,
  columns: Columns,
  primary?: readonly [name: string, ...columns: string[]],
): Promise<void> {
  let create = db.schema.createTable(table);
  for (const [name, column] of Object.entries(columns)) {
    const type = column === "integer" || column === "bigint" ? column : "text";
    create = create.addColumn(name, type, (builder) => build(column, builder));
  }
  const [name = "", ...parts] = primary ?? [];
  await (primary ? create.addPrimaryKeyConstraint(name, parts as never[]) : create).execute();
}

/** Makes an index, `unique` where no two rows may have the same. */
export async function createIndex(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string[],
  unique = false,
): Promise<void> {
  const create = db.schema.createIndex(name).on(table).columns(columns);
  await (unique ? create.unique() : create).execute();
}

/** What happens to rows, and what Postgres calls those that it happened to. */
const CHANGES = { insert: "new", update: "new", delete: "old" } as const;

/** Counts the changes of a new table (docs/decisions/api/versions.md); the functions are those of 0005-versions.ts. */
export async function countChanges(db: Kysely<unknown>, table: string): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const on = sql.raw(table);
  await sql`insert into versions (name, value) values (${table}, 0)`.execute(db);
  if (postgres)
    await sql`create trigger write_in_turn before insert or update or delete on ${on}
      for each statement execute function write_in_turn()`.execute(db);
  for (const [change, rows] of Object.entries(CHANGES))
    await (
      postgres
        ? sql`create trigger ${sql.ref(`raise_version_${change}`)} after ${sql.raw(change)} on ${on}
            referencing ${sql.raw(rows)} table as changed for each statement execute function raise_version()`
        : sql`create trigger ${sql.ref(`${table}_${change}_version`)} after ${sql.raw(change)} on ${on}
            begin update versions set value = value + 1 where name = ${sql.lit(table)}; end`
    ).execute(db);
}
