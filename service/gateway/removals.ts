import { type EndReason, END_REASONS } from "#contract/ended-session.ts";
import { endSessionsOf } from "#service/store/ended-sessions.ts";
import type { Db } from "#service/store/schema.ts";
import { together } from "./together.ts";

const BATCH_MAX = 500;
const RETRY_MS = 5_000;

type Removal = { id: string; reason: EndReason };
type Removals = {
  /** Takes a session offline. Rejects when the store refused; it is tried again until it works. */
  remove: (removal: Removal) => Promise<void>;
  stop: () => void;
};

/** Takes sessions offline, those that end in the same moment together. */
export function createRemovals(db: Db, retryMs = RETRY_MS): Removals {
  let stopped = false;

  async function endAll(removals: readonly Removal[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      for (const reason of END_REASONS) {
        const ids = removals.flatMap((one) => (one.reason === reason ? one.id : []));
        if (ids.length > 0) await endSessionsOf(trx, ids, reason);
      }
    });
  }

  async function removeAll(removals: readonly Removal[]): Promise<undefined[]> {
    await endAll(removals).catch((error: unknown) => {
      // Who is gone must not stay listed because the disk was full at that moment.
      if (!stopped) setTimeout(() => void removeAll(removals).catch(() => undefined), retryMs).unref();
      throw error;
    });
    return [];
  }

  return {
    remove: together(BATCH_MAX, removeAll),
    stop: () => {
      stopped = true;
    },
  };
}
