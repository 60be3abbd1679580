import type { Db } from "#service/store/schema.ts";
import { deleteSessions } from "#service/store/sessions.ts";
import { together } from "./together.ts";

const BATCH_MAX = 500;
const RETRY_MS = 5_000;

type Removals = {
  /** Takes a session offline. Rejects when the store refused; it is tried again until it works. */
  remove: (sessionId: string) => Promise<void>;
  stop: () => void;
};

/** Takes sessions offline, those that end in the same moment together. */
export function createRemovals(db: Db, retryMs = RETRY_MS): Removals {
  let stopped = false;

  async function removeAll(ids: readonly string[]): Promise<undefined[]> {
    await deleteSessions(db, ids).catch((error: unknown) => {
      // Who is gone must not stay listed because the disk was full at that moment.
      if (!stopped) setTimeout(() => void removeAll(ids).catch(() => undefined), retryMs).unref();
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
