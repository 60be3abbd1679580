import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { mayBecome, newestFor, type Release, ReleaseVersion } from "#contract/agent-release.ts";
import { UpdateFault } from "./update-fault.ts";

/**
 * What is beside the bundle `NAME.mjs`: `NAME.part-PID`, while it is downloaded; `NAME.next-1.1.0.mjs`, which the next
 * start tries; `NAME.previous.mjs`, which it replaced (decisions/agents/proven-bundles.md).
 */
export type Staged = { version: string; file: string };

const nameOf = (file: string): string => basename(file).replace(/\.m?js$/, "");

/** Where the launcher finds a new version on its next start. */
const stagedFile = (file: string, version: string): string =>
  join(dirname(file), `${nameOf(file)}.next-${version}.mjs`);

/**
 * Writes a bundle beside the one that runs, whole and as its release says, or not at all. It is on the disk when this
 * resolves.
 *
 * @throws UpdateFault when it is not what the release says; Error as the file system does, or as `chunks` does.
 */
export async function stage(
  file: string,
  release: Release,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = join(dirname(file), `${nameOf(file)}.part-${process.pid}`);
  const hash = createHash("sha256");
  let size = 0;
  try {
    const output = await open(part, "w", statSync(file).mode);
    try {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > release.size) throw wrongSize(release, `more than ${release.size}`);
        hash.update(chunk);
        await output.writeFile(chunk);
      }
      await output.sync();
    } finally {
      await output.close();
    }
    if (size !== release.size) throw wrongSize(release, String(size));
    if (hash.digest("hex") !== release.sha256)
      throw new UpdateFault(`The download is not what release ${release.version} says: its SHA-256 differs.`);
    for (const { file: other } of allStaged(file)) rmSync(other);
    renameSync(part, stagedFile(file, release.version));
    syncFolder(file);
  } finally {
    rmSync(part, { force: true });
  }
}

function wrongSize({ version, size }: Release, came: string): UpdateFault {
  return new UpdateFault(`The download of ${version} has ${came} bytes, and its release says ${size}.`);
}

/** What the next start tries: the newest that an agent of version `own` may become. */
export function stagedFor(file: string, own: string): Staged | undefined {
  return newestFor(own, allStaged(file));
}

function allStaged(file: string): Staged[] {
  const start = `${nameOf(file)}.next-`;
  return namesBeside(file).flatMap((name) => {
    const version = name.slice(start.length, -".mjs".length);
    const isOne =
      name.startsWith(start) && name.endsWith(".mjs") && ReleaseVersion.safeParse(version).success;
    return isOne ? [{ version, file: join(dirname(file), name) }] : [];
  });
}

/** It has come online: puts it in the place of the bundle, which is kept as the previous one. */
export function adopt(file: string, staged: Staged): void {
  const previous = join(dirname(file), `${nameOf(file)}.previous.mjs`);
  rmSync(previous, { force: true });
  try {
    linkSync(file, previous);
  } catch {
    copyFileSync(file, previous);
  }
  chmodSync(staged.file, statSync(file).mode);
  renameSync(staged.file, file);
  syncFolder(file);
}

export function discard(staged: Staged): void {
  rmSync(staged.file, { force: true });
}

/** Removes what an agent of version `own` never runs: older versions, and downloads whose process is gone. */
export function sweep(file: string, own: string): void {
  for (const staged of allStaged(file)) if (!mayBecome(own, staged.version)) discard(staged);
  const start = `${nameOf(file)}.part-`;
  for (const name of namesBeside(file)) {
    const pid = Number(name.slice(start.length));
    if (name.startsWith(start) && !isRunning(pid)) rmSync(join(dirname(file), name), { force: true });
  }
}

function namesBeside(file: string): string[] {
  try {
    return readdirSync(dirname(file));
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/** A rename is on the disk once its folder is. */
function syncFolder(file: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}
