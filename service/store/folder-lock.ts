import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseFault } from "./faults.ts";
import { DataFolderError, openFile } from "./folder-fault.ts";

/** The data folder is held by another process. */
class FolderInUseError extends DataFolderError {
  override name = "FolderInUseError";
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
  const lock = openFile(join(dir, "service.lock"));
  try {
    lock.exec("PRAGMA busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    if (databaseFault(error) !== "busy") throw error;
    throw new FolderInUseError(
      `The data folder ${dir} is in use by another Gatehouse service${holder(pidFile)}. Stop it, or choose another folder with --data.`,
      { cause: error },
    );
  }
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
