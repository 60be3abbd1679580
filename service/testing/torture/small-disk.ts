import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, type TestDatabase } from "../postgres-database.ts";

/** A file system of its own in a folder. */
export type SmallDisk = { fill: () => void; free: () => void; close: () => Promise<void> };

/** Mounts a file system of some megabytes in memory on a new folder; null where this user may not. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder);
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", folder];
  if (spawnSync("mount", options).status !== 0) return null;
  const filler = join(folder, "filler");
  return {
    fill: () => {
      const file = openSync(filler, "a");
      for (let size = 65_536; size >= 512; size /= 2) writeAll(file, Buffer.alloc(size));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    close: () => Promise.resolve(void spawnSync("umount", [folder])),
  };
}

/** Moves a database of the Postgres that the tests started onto such a disk. Drop it before the disk is closed. */
export async function moveToSmallDisk(
  server: string,
  database: TestDatabase,
  folder: string,
  megabytes: number,
): Promise<SmallDisk | null> {
  const socket = new URL(server.replace("@/", "@localhost/")).searchParams.get("host");
  const disk = socket === null ? null : mountSmallDisk(folder, megabytes);
  if (!disk || socket === null) return null;
  // Its user has to get here.
  chmodSync(dirname(folder), 0o711);
  const { uid, gid } = statSync(socket);
  chownSync(folder, uid, gid);
  await run(server, `create tablespace ${database.name} location '${folder}'`);
  await run(server, `alter database ${database.name} set tablespace ${database.name}`);
  return {
    ...disk,
    close: async () => {
      await run(server, `drop tablespace ${database.name}`);
      await disk.close();
    },
  };
}

/** Until there is no room. */
function writeAll(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
