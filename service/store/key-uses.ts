import { KEY_USES_MAX } from "#contract/key-uses.ts";
import type { Db } from "./schema.ts";
import { timestamp } from "./time.ts";

/** A use of a key is written when it is the first in this time, in milliseconds. */
const EVERY_MS = 60_000;
/** So many keys are remembered. */
const KEYS_MAX = 10_000;

/** When API keys were last used (decisions/api/key-uses.md). */
export type KeyUses = {
  /** A request came with this key. No request waits for it, or fails with it. */
  note: (keyId: string) => void;
  /** The last use of each key, the latest first, up to {@link KEY_USES_MAX}. What was noted before is in it. */
  list: () => Promise<{ id: string; at: string }[]>;
};

/** `now` = milliseconds that only ever rise. */
export function createKeyUses(db: Db, now = (): number => performance.now()): KeyUses {
  const noted = new Map<string, number>();
  let writes: Promise<unknown> = Promise.resolve();
  return {
    note: (keyId) => {
      const at = now();
      if (at - (noted.get(keyId) ?? -Infinity) < EVERY_MS) return;
      if (noted.size >= KEYS_MAX) noted.clear();
      noted.set(keyId, at);
      // The store tells of its own faults, and the next minute has another try.
      writes = Promise.all([writes, writeUse(db, keyId, timestamp()).catch(() => undefined)]);
    },
    list: async () => {
      await writes;
      return db
        .selectFrom("api_key_uses")
        .select(["api_key_id as id", "used_at as at"])
        .orderBy("used_at", "desc")
        .orderBy("api_key_id", "desc")
        .limit(KEY_USES_MAX)
        .execute();
    },
  };
}

/** Nothing where the key was deleted meanwhile. */
export async function writeUse(db: Db, keyId: string, at: string): Promise<void> {
  await db
    .insertInto("api_key_uses")
    .columns(["api_key_id", "used_at"])
    .expression((eb) =>
      eb
        .selectFrom("api_keys")
        .select((of) => ["id", of.val(at).as("used_at")])
        .where("id", "=", keyId),
    )
    .onConflict((conflict) => conflict.column("api_key_id").doUpdateSet({ used_at: at }))
    .execute();
}
