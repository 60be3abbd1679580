import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { databaseFault } from "./faults.ts";

/** The data folder can't be used; `message` says why and what to do. */
export class DataFolderError extends Error {
  override name = "DataFolderError";
}

/** The data folder is held by another process. */
class FolderInUseError extends DataFolderError {
  override name = "FolderInUseError";
}

const FOLDER_FAULTS: Record<string, string> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of its path is a file",
  EACCES: "this user can’t write there",
  EPERM: "this user can’t write there",
  EROFS: "it is on a read-only disk",
  ENOSPC: "its disk is full",
  SQLITE_FULL: "its disk is full",
  SQLITE_CANTOPEN: "this user can’t write there",
  SQLITE_READONLY: "this user can’t write there",
  SQLITE_NOTADB: "its gatehouse.db is not a database",
  SQLITE_CORRUPT: "its gatehouse.db is damaged",
};

/** A fault of the file system or the database file as a sentence for the operator; anything else as it is. */
export function folderFault(dir: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = FOLDER_FAULTS[code] ?? FOLDER_FAULTS[code.split("_").slice(0, 2).join("_")];
  if (error instanceof DataFolderError || !reason) return error;
  return new DataFolderError(
    `The data folder ${dir} can’t be used: ${reason} (${code}). Fix that, or choose another folder with --data.`,
    { cause: error },
  );
}

/**
 * Makes this process the only one on a data folder until `release` is called or it dies: an exclusive transaction on a
 * database of its own, so the kernel drops the lock with the process and no stale lock is ever left behind, which a
 * pid file can't promise. The pid beside it only serves the message.
 *
 * @throws FolderInUseError when another service (or another part of this process) has the folder.
 */
export function lockFolder(dir: string): { release: () => void } {
  const pidFile = join(dir, "service.pid");
  const lock = new Libsql(join(dir, "service.lock"));
  try {
    lock.exec("PRAGMA busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (databaseFault(error) !== "busy") throw error;
    throw new FolderInUseError(
      `The data folder ${dir} is in use by another Gatehouse service${holder(pidFile)}. Stop it, or choose another folder with --data.`,
      { cause: error },
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release: () => {
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}

function holder(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, "utf8").trim();
    return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
  } catch {
    return "";
  }
}
