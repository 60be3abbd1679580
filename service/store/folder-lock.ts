import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseFault } from "./faults.ts";
import { DataFolderError, openFile } from "./folder-fault.ts";

/** The data folder is held by another process. */
class FolderInUseError extends DataFolderError {
  override name = "FolderInUseError";
}

const LOCK = "service.lock";
/** The pid of the lock's holder and, once it listens, its origin on a line of its own. */
const HOLDER = "service.pid";

/**
 * Makes this process the only one on a data folder until `release` is called or it dies: an exclusive transaction on a
 * database of its own, so the kernel drops the lock with the process and no stale lock is ever left behind, which a
 * pid file can't promise. The file beside it only serves the message and `originOf`.
 *
 * @throws FolderInUseError when another service (or another part of this process) has the folder.
 */
export function lockFolder(dir: string): { release: () => void } {
  const release = tryLock(dir);
  if (!release) {
    const { pid } = holder(dir);
    throw new FolderInUseError(
      `The data folder ${dir} is in use by another Gatehouse service${pid ? ` (process ${pid})` : ""}. Stop it, or choose another folder with --data.`,
    );
  }
  try {
    writeHolder(dir);
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** Writes the pid of this process, which has the lock, and once it listens also where. */
export function writeHolder(dir: string, origin = ""): void {
  writeFileSync(join(dir, HOLDER), `${process.pid}\n${origin}\n`, { mode: 0o600 });
}

/** Where the service of a data folder listens: undefined when none has the folder, null while it is starting. */
export function originOf(dir: string): string | null | undefined {
  if (!existsSync(join(dir, LOCK))) return undefined;
  const release = tryLock(dir);
  release?.();
  return release ? undefined : (holder(dir).origin ?? null);
}

/** Null when another process, or another part of this one, has the lock. */
function tryLock(dir: string): (() => void) | null {
  const lock = openFile(join(dir, LOCK));
  try {
    lock.exec("PRAGMA busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (databaseFault(error) !== "busy") throw error;
    return null;
  }
  return () => {
    lock.exec("ROLLBACK");
    lock.close();
  };
}

function holder(dir: string): { pid?: string | undefined; origin?: string | undefined } {
  try {
    return (
      /^(?<pid>\d+)(?:\n(?<origin>http\S+))?\s*$/.exec(readFileSync(join(dir, HOLDER), "utf8"))?.groups ?? {}
    );
  } catch {
    return {};
  }
}
