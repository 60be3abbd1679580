import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { deleteEventsBefore } from "../store/events.ts";
import { idBefore } from "../store/ids.ts";
import type { Db } from "../store/schema.ts";

const DAY_MS = 86_400_000;
const EVERY_MS = 10 * 60_000;
/** So many are deleted in one transaction, with a rest after it: writes wait for no more than that. */
const BATCH = 500;
const REST_MS = 20;

type Options = {
  db: Db;
  log: Logger;
  /** How long audit events are kept; null = for good. */
  days: number | null;
};

/**
 * Deletes audit events that are older than so many days, the oldest first, in bounded batches. What is still to be sent of
 * them is kept elsewhere (decisions/delivery/outbox.md). Each process of an account may run one.
 */
export function createRetention({ db, log, days }: Options): { close: () => Promise<void> } {
  const end = new AbortController();
  const { signal } = end;
  const run = async (keptMs: number): Promise<void> => {
    while (!signal.aborted) {
      try {
        const before = idBefore("event", Date.now() - keptMs);
        while (!signal.aborted && (await deleteEventsBefore(db, before, BATCH)) === BATCH)
          await sleep(REST_MS, undefined, { signal });
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, "old events were not deleted; tried again later");
      }
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = days === null ? null : run(days * DAY_MS);
  return {
    close: async () => {
      end.abort();
      await running;
    },
  };
}
