/** What a database refused, whichever database it is. */
export type Fault =
  /** Another connection held the lock for too long; nothing was changed. */
  | "busy"
  /** A unique value is taken. */
  | "duplicate"
  /** A row that is referred to is gone, or one that goes is referred to. */
  | "reference"
  /** Postgres can't keep the character U+0000. */
  | "text"
  /** No connection, or it broke; a commit on its way may have worked. */
  | "unreachable"
  /** No room for it on the disk, or within the size that the database may have; nothing was changed. */
  | "full"
  /** The disk failed, or the database is damaged or read-only; a commit on its way may have worked. */
  | "storage";

/** The database can't be reached, or went away in the middle. `message` says so without the address or password. */
export class DatabaseUnreachableError extends Error {
  override name = "DatabaseUnreachableError";
}

const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/^SQLITE_BUSY/, "busy"],
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, "duplicate"],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$/, "reference"],
  // Lock, statement and idle time-outs, deadlock, serialisation.
  [/^(55P03|57014|25P03|40P01|40001)$/, "busy"],
  [/^23505$/, "duplicate"],
  [/^23503$/, "reference"],
  [/^(22021|22P05)$/, "text"],
  // Broken, closing, starting, out of connections, or holding a prepared query whose table was altered (0A000).
  [/^(08...|57P0[123]|53300|0A000)$/, "unreachable"],
  [/^(SQLITE_FULL|53100|53400)$/, "full"],
  // I/O error, damaged data or index, or only a standby.
  [/^(SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)\w*|58030|XX00[12]|25006)$/, "storage"],
];

/** What an error of the store means; null when it is none of these. */
export function databaseFault(error: unknown): Fault | null {
  if (error instanceof DatabaseUnreachableError) return "unreachable";
  if (!(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
