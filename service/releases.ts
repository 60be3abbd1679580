import { type FileHandle, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import {
  AGENT_BUNDLE,
  KEY_FILE,
  MANIFEST,
  newestFor,
  Release,
  ReleaseVersion,
  UpdateKey,
} from "#contract/agent-release.ts";
import { ConfigError } from "#contract/command-line.ts";

/** Agent releases as a folder publishes them, read anew each time: what is put into it is there at once. */
export type Releases = {
  /** The newest that an agent of this version may become; undefined when there is none. */
  newestFor: (version: string) => Promise<Release | undefined>;
  all: () => Promise<Release[]>;
  /** The public key of the releases; undefined when the folder has none. */
  key: () => Promise<string | undefined>;
  /** A release and its bundle, which the caller closes; undefined when there is none of that version. */
  open: (version: string) => Promise<{ release: Release; bundle: FileHandle } | undefined>;
};

/** Whole fleets come at once: the key is read so often at most, in milliseconds. */
const KEY_FRESH_MS = 1_000;

/**
 * Publishes the releases in a folder. What can't be read is logged, once each, and left out. Whether a bundle is what its
 * manifest says, agents find out: they trust no service.
 *
 * @throws ConfigError when the folder can't be read.
 */
export async function openReleases(folder: string, log: Pick<Logger, "warn">): Promise<Releases> {
  await readdir(folder).catch((error: unknown) => {
    throw new ConfigError(
      `Can’t read --releases ${folder} (${codeOf(error)}). Create it with npm run release:agent -- --releases ${folder} --version X.`,
      { cause: error },
    );
  });
  const told = new Set<string>();
  let reading: Promise<Release[]> | null = null;
  let key: Promise<string | undefined> | null = null;

  function warn(what: string, why: string): undefined {
    const line = `${what}: ${why}`;
    if (!told.has(line)) log.warn({ release: what, reason: why }, "agent release not published");
    told.add(line);
    return undefined;
  }

  async function readRelease(version: string): Promise<Release | undefined> {
    try {
      const text = await readFile(join(folder, version, MANIFEST), "utf8");
      const { data, error } = Release.safeParse(JSON.parse(text));
      if (error) return warn(version, `${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}`);
      if (data.version !== version) return warn(version, `its manifest is of ${data.version}`);
      return data;
    } catch (error) {
      return warn(version, `its manifest can’t be read (${codeOf(error)})`);
    }
  }

  async function readAll(): Promise<Release[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      warn(folder, codeOf(error));
      return [];
    });
    const versions = names.filter((name) => ReleaseVersion.safeParse(name).success);
    return (await Promise.all(versions.map(readRelease))).filter((release) => release !== undefined);
  }

  const all = (): Promise<Release[]> =>
    (reading ??= readAll().finally(() => {
      reading = null;
    }));

  async function readKey(): Promise<string | undefined> {
    const text = await readFile(join(folder, KEY_FILE), "utf8").catch(() => "");
    const { data } = UpdateKey.safeParse(text.trim());
    return data ?? warn(KEY_FILE, "it holds no update key");
  }

  return {
    all,
    newestFor: async (version) => newestFor(version, await all()),
    key: () => {
      if (key === null) {
        key = readKey();
        setTimeout(() => (key = null), KEY_FRESH_MS).unref();
      }
      return key;
    },
    open: async (version) => {
      // A path is put together from a version that is there, never from what was asked.
      const release = (await all()).find((one) => one.version === version);
      if (!release) return undefined;
      const file = join(folder, release.version, AGENT_BUNDLE);
      const bundle = await open(file).catch((error: unknown) => warn(version, codeOf(error)));
      return bundle && { release, bundle };
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unreadable";
}
