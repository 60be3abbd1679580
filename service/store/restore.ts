import { once } from "node:events";
import { createReadStream } from "node:fs";
import { pipeline, Writable } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ConfigError } from "#contract/command-line.ts";
import { Head, type Kept, Line, type Where } from "./backup-format.ts";
import { openDatabase } from "./database.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import type { Db, Schema } from "./schema.ts";

/** Rows put in at once. */
const BATCH = 200;

/**
 * Makes the account of a backup in a database that has none: all of it or, when anything fails, nothing. A backup of an
 * earlier version is brought up to date. Answers how many rows were restored.
 *
 * @throws ConfigError when the file can't be read to its end, a newer version wrote it, or the database has an account;
 * DataFolderError when the folder can't be used or a service runs on it.
 */
export async function restore(where: Where, file: string): Promise<number> {
  const lines = linesOf(file);
  try {
    const { value: first } = await lines.next();
    const head = Head.safeParse(first);
    if (!head.success) throw new ConfigError(`${file} is not a backup of Gatehouse.`);
    await checkWhole(file);
    const { schema } = head.data;
    if (!(schema in MIGRATIONS))
      throw new ConfigError(
        `${file} was written by a newer version of Gatehouse. Restore it with that version.`,
      );
    const old = await openDatabase(where.dir, { url: where.url, log: where.log, schema });
    let count: number;
    try {
      count = await old.db.transaction().execute(async (trx) => {
        if (await trx.selectFrom("users").select("id").executeTakeFirst())
          throw new ConfigError(
            "The database already has an account. Restore into an empty one: choose it with --data or --database-url.",
          );
        await trx.deleteFrom("account").execute();
        return insertAll(trx, lines, file);
      });
    } finally {
      await old.close();
    }
    await (await openDatabase(where.dir, where)).close();
    return count;
  } finally {
    await lines.return(undefined);
  }
}

async function insertAll(trx: Db, lines: AsyncIterable<unknown>, file: string): Promise<number> {
  let count = 0;
  let told: number | undefined;
  let batch: { table: Kept; rows: object[] } | undefined;
  const put = async () => {
    // Typed as those of one table: the columns are those of the backup's schema.
    if (batch)
      await trx
        .insertInto(batch.table as "users")
        .values(batch.rows as Schema["users"][])
        .execute();
    batch = undefined;
  };
  for await (const value of lines) {
    const read = Line.safeParse(value);
    if (!read.success || told !== undefined) throw damaged(file);
    if ("rows" in read.data) {
      told = read.data.rows;
      continue;
    }
    const { table, row } = read.data;
    if (batch?.table !== table || batch.rows.length >= BATCH) await put();
    batch ??= { table, rows: [] };
    batch.rows.push(row);
    count += 1;
  }
  await put();
  if (told !== count) throw damaged(file);
  return count;
}

const damaged = (file: string, cause?: unknown) =>
  new ConfigError(`${file} is damaged or cut off. Nothing was restored.`, { cause });

/** Its checksum is at its end: what was changed is found before any of it is put into the database, which would say so in words of its own. */
async function checkWhole(file: string): Promise<void> {
  try {
    await piped(
      createReadStream(file),
      createGunzip(),
      new Writable({ write: (_part, _as, next) => next() }),
    );
  } catch (error) {
    throw damaged(file, error);
  }
}

/** The values of a backup's lines. */
async function* linesOf(file: string): AsyncGenerator {
  const source = createReadStream(file);
  try {
    await once(source, "open");
  } catch (error) {
    throw new ConfigError(`${file} can’t be read. Choose the backup with --restore.`, { cause: error });
  }
  // What breaks ends the text, and is thrown there.
  const text = pipeline(source, createGunzip(), () => undefined).setEncoding("utf8");
  let rest = "";
  try {
    for await (const part of text as AsyncIterable<string>) {
      const lines = `${rest}${part}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    throw damaged(file, error);
  }
  if (rest !== "") throw damaged(file);
}
