import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { MadeEvent } from "#edge/events/make-event.ts";
import { databaseFault } from "../store/faults.ts";
import { idBefore } from "../store/ids.ts";
import type { Postgres } from "../store/postgres.ts";
import { withoutBodies } from "./traffic-bodies.ts";
import { NONE_KEPT, type TrafficBounds } from "./traffic-flags.ts";
import { TrafficMetricsBook } from "./traffic-metrics.ts";
import { OthersTraffic } from "./traffic-others.ts";
import { TrafficRing } from "./traffic-ring.ts";
import { Unreachable } from "./unreachable.ts";
import { openTrafficStore, type StoredEvent, type TrafficStore } from "./traffic-store.ts";

/** Since this process began. */
type TrafficStats = {
  /** Events that are in the store. */
  kept: number;
  /** Events that are not: the edge or the store was too slow, or its disk full. */
  lost: number;
};

/** What passed the edge of this process, and what is kept of it. */
export type Traffic = {
  /** Takes events, the oldest first. Never rejects: what can’t be kept is counted. */
  keep: (events: readonly MadeEvent[]) => Promise<void>;
  /** The last ones, as they came. */
  ring: TrafficRing;
  metrics: TrafficMetricsBook;
  /** What the edge of this process could not reach. */
  apps: Unreachable;
  /** Whether the edge says what passes. */
  counts: boolean;
  /** Opened when it is first needed. */
  store: () => Promise<TrafficStore>;
  /** Writes what waits. */
  flush: () => Promise<void>;
  /** Puts what other processes of a shared store wrote into the ring. Call it again and again while somebody watches. */
  follow: () => Promise<void>;
  stats: () => TrafficStats;
  close: () => Promise<void>;
};

export type TrafficOptions = {
  /** A data folder, or the account's Postgres. */
  where: string | Postgres;
  /** off = the edge makes no events. */
  bounds: TrafficBounds | "off";
  accountId: string;
  nodeId: string;
  log: Pick<Logger, "warn" | "info">;
  /** Told of what is in the store, in JSON. Never rejects. */
  kept?: (events: readonly string[]) => Promise<void>;
};

/** What waits for the store at most, in events and characters. */
const WAITING_MAX = 5_000;
const CHARACTERS_MAX = 32_000_000;
/** Written or removed in one statement: on SQLite requests wait for it. */
const BATCH = 100;
const REMOVED_AT_ONCE = 500;
/** Of the time, the store gets one part for so many others: what comes faster than that is lost, and no request waits. */
const OTHERS = 15;
const PAUSE_MAX_MS = 1_000;
/** Removals in a row. */
const REMOVALS_MAX = 20;
/** Events wait for others, in milliseconds. */
const WAIT_MS = 500;
/** After a failure the store is left alone for so long. */
const REST_MS = 2_000;
const TICK_MS = 10_000;
const DAY_MS = 86_400_000;

export function createTraffic({ where, accountId, nodeId, log, ...options }: TrafficOptions): Traffic {
  const bounds = options.bounds === "off" ? NONE_KEPT : options.bounds;
  const ring = new TrafficRing();
  const stats: TrafficStats = { kept: 0, lost: 0 };
  let waiting: StoredEvent[] = [];
  let characters = 0;
  let opening: Promise<TrafficStore> | undefined;
  let failing = false;
  let restUntil = 0;
  let size: { rows: number; bytes: number; readAt: number } | undefined;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Somebody waits for all of it to be written. */
  let hurried = false;

  const store = (): Promise<TrafficStore> => {
    opening ??= openTrafficStore(where).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const metrics = new TrafficMetricsBook(store, nodeId);
  const apps = new Unreachable();
  const others = typeof where === "string" ? null : new OthersTraffic(store, ring);

  function failed(error: unknown): void {
    restUntil = Date.now() + REST_MS;
    if (failing) return;
    failing = true;
    const full = databaseFault(error) === "full";
    log.warn(
      { err: error },
      full ? "the disk is full: traffic is not kept until there is room" : "traffic can’t be kept",
    );
  }

  const account = `{"account_id":${JSON.stringify(accountId)},`;

  function keepOne(made: MadeEvent): void {
    const { id, test, dropped, counted } = made;
    if (!test) metrics.add(counted);
    apps.add(counted, test);
    stats.lost += dropped;
    const { shown, capture } = made.captured ? withoutBodies(made) : { shown: made.text, capture: null };
    const event = account + shown.slice(1);
    ring.push({ id, text: event });
    others?.own(id);
    if (bounds.rows === 0) return;
    const length = event.length + (capture?.length ?? 0);
    if (waiting.length >= WAITING_MAX || characters + length > CHARACTERS_MAX) {
      stats.lost += 1;
      return;
    }
    characters += length;
    waiting.push({ id, event, capture });
  }

  async function write(): Promise<void> {
    while (waiting.length > 0 && Date.now() >= restUntil) {
      const begun = performance.now();
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      for (const { event, capture } of batch) characters -= event.length + (capture?.length ?? 0);
      try {
        await (await store()).put(batch);
        stats.kept += batch.length;
        await options.kept?.(batch.map(({ event }) => event));
        if (failing) log.info("traffic is kept again");
        failing = false;
        // Not read again for each batch.
        if (size) size.rows += batch.length;
        if (size)
          size.bytes += batch.reduce(
            (sum, { event, capture }) => sum + event.length + (capture?.length ?? 0),
            0,
          );
      } catch (error) {
        stats.lost += batch.length;
        failed(error);
      }
      if (hurried) await nextTurn();
      else await sleep(Math.min((performance.now() - begun) * OTHERS, PAUSE_MAX_MS));
    }
    await trim();
  }

  /** Removes what is beyond the bounds, some of it at a time. */
  async function trim(): Promise<void> {
    if (Date.now() < restUntil) return;
    try {
      const { size: read, removeOldest } = await store();
      const now = Date.now();
      // Others write to a shared store too.
      if (!size || now - size.readAt > 6 * TICK_MS) size = { ...(await read()), readAt: now };
      const expired = idBefore("event", now - bounds.days * DAY_MS);
      for (let round = 0; round < REMOVALS_MAX; round += 1) {
        const overBytes = Math.ceil(((size.bytes - bounds.bytes) / size.bytes) * size.rows);
        const over = Math.min(Math.max(size.rows - bounds.rows, overBytes || 0), REMOVED_AT_ONCE);
        const gone = await (over > 0 ? removeOldest(over) : removeOldest(REMOVED_AT_ONCE, expired));
        if (gone.rows === 0) return;
        size.rows -= gone.rows;
        size.bytes -= gone.bytes;
        await nextTurn();
      }
    } catch (error) {
      failed(error);
    }
  }

  async function flush(): Promise<void> {
    hurried = true;
    try {
      await writeWaiting();
    } finally {
      hurried = false;
    }
  }

  function writeWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.length > 0) soon();
    });
    return writing;
  }

  function soon(): void {
    timer ??= setTimeout(() => void writeWaiting(), Math.max(WAIT_MS, restUntil - Date.now())).unref();
  }

  const ticking = setInterval(() => {
    if (opening === undefined) return;
    soon();
    metrics.flush().catch(failed);
  }, TICK_MS).unref();

  return {
    ring,
    metrics,
    apps,
    counts: options.bounds !== "off",
    store,
    flush,
    follow: async () => others?.look(),
    stats: () => ({ ...stats }),
    keep: async (events) => {
      for (const event of events) keepOne(event);
      if (waiting.length > 0 && !writing) soon();
    },
    close: async () => {
      clearInterval(ticking);
      clearTimeout(timer);
      hurried = true;
      await writing;
      if (waiting.length === 0 && opening === undefined) return;
      restUntil = 0;
      await flush();
      clearTimeout(timer);
      await metrics.flush(true).catch(failed);
      await (await opening)?.close();
    },
  };
}
