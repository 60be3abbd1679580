// Where tests keep their databases, data folders and browser profiles.
import { existsSync, statfsSync } from "node:fs";

const IN_MEMORY = "/dev/shm";
const BYTES_MIN = 2_000_000_000;

/** Makes TMPDIR a folder in memory where there is one with room, unless it is set: a thousand commits need not wait for a disk. */
export function keepFilesInMemory() {
  if (process.env["TMPDIR"] !== undefined || !existsSync(IN_MEMORY)) return;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= BYTES_MIN) process.env["TMPDIR"] = IN_MEMORY;
}
