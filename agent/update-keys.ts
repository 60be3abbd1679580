import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { UpdateKey } from "#contract/agent-release.ts";

export type UpdateKeysOptions = {
  /** From its configuration; then no service is asked. */
  given: string | undefined;
  /** Where the key of each service is kept, mode 0600. */
  folder: string;
  /** ws: or wss: URL of the service. */
  url: string;
  /** Told when a key can't be kept. */
  onFault: (error: unknown) => void;
};

/** The key by which an agent knows its releases (decisions/agents/releases.md). */
export type UpdateKeys = {
  current: () => string | undefined;
  /** What a welcome brought: kept when there is none yet. Never changes one. */
  offered: (key: string | undefined) => void;
};

const Pinned = z.record(z.string(), UpdateKey);

/** The key that was given, else the first that the service of this address offered, now or ever. */
export function createUpdateKeys({ given, folder, url, onFault }: UpdateKeysOptions): UpdateKeys {
  const file = join(folder, "update-keys.json");
  const { host } = new URL(url);
  let own = given;

  /** @throws Error when the file is there and can't be read: a key that was lost must not be replaced by any other. */
  function readAll(): Record<string, string> {
    try {
      return Pinned.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") return {};
      throw error;
    }
  }

  function tried<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      onFault(error);
      return undefined;
    }
  }

  return {
    current: () => (own ??= tried(readAll)?.[host]),
    offered: (key) => {
      if (given !== undefined || key === undefined) return;
      const before = tried(readAll);
      if (before === undefined) return;
      own ??= before[host] ?? key;
      if (before[host] !== undefined) return;
      tried(() => {
        createFolder(folder);
        const part = `${file}.${process.pid}`;
        writeFileSync(part, `${JSON.stringify({ ...before, [host]: own }, null, 2)}\n`, { mode: 0o600 });
        renameSync(part, file);
      });
    },
  };
}

/** Of a folder that can't be written, creating it with its parents says only that it is not there (ENOENT). */
function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") mkdirSync(folder, { mode: 0o700 });
    throw error;
  }
}
