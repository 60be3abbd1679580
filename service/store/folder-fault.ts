import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Libsql from "libsql";
import { ConfigError } from "#contract/command-line.ts";

/** The data folder can't be used; `message` says why and what to do. */
export class DataFolderError extends Error {
  override name = "DataFolderError";
}

const NOT_ALLOWED = "this user can’t write there";

const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOENT: "it can’t be created there",
  ENOTDIR: "a part of its path is a file",
  EISDIR: "a folder has the name of one of its files",
  ENAMETOOLONG: "its path is too long",
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: "it is on a read-only disk",
  ENOSPC: "its disk is full",
  EDQUOT: "this user has no room left on its disk",
  EIO: "its disk failed",
  SQLITE_FULL: "its disk is full",
  SQLITE_IOERR: "its disk failed or has no room left",
  SQLITE_CANTOPEN: "its database can’t be opened",
  SQLITE_READONLY: NOT_ALLOWED,
  SQLITE_NOTADB: "its gatehouse.db is not a database",
  SQLITE_CORRUPT: "its gatehouse.db is damaged",
};

/**
 * A fault of the file system or the database file, or an error that one caused, as a sentence for the operator; anything
 * else as it is.
 */
export function folderFault(dir: string, error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DataFolderError || cause instanceof ConfigError) return error;
    const code = "code" in cause ? String(cause.code) : "";
    const reason = FOLDER_FAULTS[code] ?? FOLDER_FAULTS[code.split("_").slice(0, 2).join("_")];
    if (reason) return unusable(dir, `${reason} (${code})`, error);
  }
  return error;
}

/**
 * A fault while a file is written that --backup names, as a sentence for the operator; anything else as it is.
 */
export function fileFault(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = code.startsWith("E") ? FOLDER_FAULTS[code] : undefined;
  if (reason === undefined) return error;
  return new ConfigError(
    `${file} can’t be written: ${reason} (${code}). Fix that, or choose another file for --backup.`,
  );
}

/** Why a folder can't be used, and what to do. */
export function unusable(dir: string, reason: string, cause?: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${dir} can’t be used: ${reason}. Fix that, or choose another folder with --data.`,
    { cause },
  );
}

/** Makes a folder of mode 0700 and those above it; Node's own way hangs in /proc, and finds nothing where a disk is read-only. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EEXIST" && statSync(dir).isDirectory()) return;
    if (code !== "ENOENT") throw error;
    makeFolder(dirname(dir));
    mkdirSync(dir, { mode: 0o700 });
  }
}

/**
 * Opens a database file, or makes it.
 *
 * @throws Error of the file system with its code, where libsql only says that it can't, or opens it to be read.
 */
export function openFile(file: string): Libsql.Database {
  if (existsSync(file)) accessSync(file, constants.W_OK);
  try {
    return new Libsql(file);
  } catch (error) {
    closeSync(openSync(file, "a+", 0o600));
    throw Object.assign(new Error("libsql can’t open it.", { cause: error }), { code: "SQLITE_CANTOPEN" });
  }
}
