import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "#service/store/schema.ts";
import { deleteSessions } from "#service/store/sessions.ts";

const BATCH_MAX = 500;
const RETRY_MS = 5_000;

type Removals = {
  /** Takes a session offline. Rejects when the store refused; it is tried again until it works. */
  remove: (sessionId: string) => Promise<void>;
  stop: () => void;
};

/**
 * Takes sessions offline, all that end in one turn of the event loop together: when thousands of sockets close at once,
 * each must not cost a commit of its own. The promise is that of the batch.
 */
export function createRemovals(db: Db, retryMs = RETRY_MS): Removals {
  let open: { ids: string[]; done: Promise<void> } | null = null;
  let stopped = false;

  async function flush(ids: string[]): Promise<void> {
    await nextTurn();
    if (open?.ids === ids) open = null;
    await deleteSessions(db, ids).catch((error: unknown) => {
      // Who is gone must not stay listed because the disk was full at that moment.
      if (!stopped) setTimeout(() => void flush(ids).catch(() => undefined), retryMs).unref();
      throw error;
    });
  }

  return {
    remove: (sessionId) => {
      if (!open || open.ids.length >= BATCH_MAX) {
        const ids: string[] = [];
        open = { ids, done: flush(ids) };
      }
      open.ids.push(sessionId);
      return open.done;
    },
    stop: () => {
      stopped = true;
    },
  };
}
