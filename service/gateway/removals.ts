import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "#service/store/schema.ts";
import { deleteSessions } from "#service/store/sessions.ts";

const BATCH_MAX = 500;

/**
 * Takes sessions offline, all that end in one turn of the event loop together: when thousands of sockets close at once,
 * each must not cost a commit of its own. The promise is that of the batch.
 */
export function createRemovals(db: Db): (sessionId: string) => Promise<void> {
  let open: { ids: string[]; done: Promise<void> } | null = null;

  async function flush(ids: string[]): Promise<void> {
    await nextTurn();
    if (open?.ids === ids) open = null;
    await deleteSessions(db, ids);
  }

  return (sessionId) => {
    if (!open || open.ids.length >= BATCH_MAX) {
      const ids: string[] = [];
      open = { ids, done: flush(ids) };
    }
    open.ids.push(sessionId);
    return open.done;
  };
}
