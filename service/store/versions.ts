import { sql } from "kysely";
import { readAgain } from "./recorded.ts";
import type { Db, Table } from "./schema.ts";

/** The version of each table at one moment. */
export type VersionsNow = Readonly<Record<Table, number>>;

/** What the tables of a store are at. */
export type Versions = {
  /**
   * The versions at a moment after this call: whatever was committed before it, by any process, is counted. So what was read
   * at the same version of each table that it shows is still what the store has.
   */
  now: () => Promise<VersionsNow>;
  /** The same, where nothing has to be read for it; else null. */
  seen: () => VersionsNow | null;
};

/** What changed is known since so many versions ago. */
export const CHANGES_KEPT = 100_000;

async function read(db: Db): Promise<VersionsNow> {
  // As a page, which comes as one text.
  const rows = await readAgain(db, "versions", [100], () =>
    db.selectFrom("versions").select(["name", "value"]).limit(100),
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as VersionsNow;
}

/** Those of a store that only this process writes to: read again after a commit. `commits` = how many there were. */
export function embeddedVersions(db: Db, commits: () => number): Versions {
  let known: { at: number; versions: Promise<VersionsNow>; seen: VersionsNow | null } | undefined;
  return {
    now: () => {
      const at = commits();
      if (known?.at === at) return known.versions;
      const versions = read(db);
      const reading = { at, versions, seen: null as VersionsNow | null };
      known = reading;
      versions.then(
        (seen) => (reading.seen = seen),
        () => (known = undefined),
      );
      return versions;
    },
    seen: () => (known?.at === commits() ? known.seen : null),
  };
}

/** Those of a store that several processes write to: read each time, once for all who ask while another read is under way. */
export function sharedVersions(db: Db): Versions {
  let running: Promise<unknown> | undefined;
  let next: Promise<VersionsNow> | undefined;
  const start = (): Promise<VersionsNow> => {
    const versions = read(db);
    const done = versions
      .catch(() => undefined)
      .finally(() => {
        if (running === done) running = undefined;
      });
    running = done;
    return versions;
  };
  return {
    now: () => {
      if (running === undefined) return start();
      // One that began before may have missed what was committed since.
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
    seen: () => null,
  };
}

/**
 * Raises every version beyond what it can have been in a database that this one is a copy of: a version is never used
 * twice, so that who kept something under one is never told that it is still so. Microseconds since 1970, and no store
 * changes that often. Nor is anybody told what changed since one of before.
 */
export async function renewVersions(db: Db): Promise<void> {
  const least = Date.now() * 1000;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("versions")
      .set({ value: sql`case when value < ${least} then ${least} else value end + ${CHANGES_KEPT + 1}` })
      .execute();
  });
}
