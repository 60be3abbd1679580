import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { anyDue, dueDestinations, nextDeliveries, settleDeliveries } from "../store/event-deliveries.ts";
import { holdsLease, releaseLease } from "../store/leases.ts";
import { type Row, rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import type { Versions } from "../store/versions.ts";
import { RETRY, type RetryBounds, waitMs } from "./backoff.ts";
import { batchOf, settlement } from "./batch.ts";
import { openTarget } from "./open-target.ts";
import { readTarget } from "./stored-target.ts";
import { type Message, never, type Outcome, type Target, type TargetRights } from "./target.ts";

/** Since this process began. */
type DeliveryStats = { sent: number; refused: number };

/** Sends the account's events to its destinations. */
export type Deliverer = {
  /** Begins, and goes on with what was left behind. */
  start: () => void;
  /** There may be something to send. */
  wake: () => void;
  /** Sends one message now, whatever waits. */
  sendNow: (destination: Row<"eventDestination">, message: Message) => Promise<Outcome>;
  stats: () => DeliveryStats;
  /** Stops sending; whoever starts next goes on. */
  close: () => Promise<void>;
};

export type DelivererOptions = {
  db: Db;
  versions: Pick<Versions, "now">;
  log: Pick<Logger, "info" | "warn">;
  nodeId: string;
  /** Other processes of the account may send too: one of them does. */
  shared: boolean;
  rights: TargetRights;
  retry?: RetryBounds;
  /** Between two looks while something waits, in milliseconds. */
  pollMs?: number;
};

const LEASE = "event delivery";
const BUSY_MS = 1_000;
/** Between two looks while nothing waits, and other processes may write, in milliseconds. */
const IDLE_MS = 2_000;
/** Events that come together are sent together, in milliseconds. */
const TOGETHER_MS = 20;
/** Read at a time. */
const WINDOW = 500;
/** Requests under way at a stop get so long, in milliseconds. */
const STOP_MS = 3_000;

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { db, versions, log, nodeId, shared, rights, retry = RETRY, pollMs = BUSY_MS } = options;
  const stopped = new AbortController();
  const cutOff = new AbortController();
  const open = new Map<string, { text: string; target: Target }>();
  const running = new Map<string, Promise<void>>();
  /** Of destinations that took nothing: how often in a row, and until when they rest. */
  const resting = new Map<string, { failures: number; until: number }>();
  const stats: DeliveryStats = { sent: 0, refused: 0 };
  let destinations: { at: number; any: boolean } | undefined;
  let looping: Promise<void> | undefined;
  let awake = false;
  let rest = new AbortController();

  function wake(): void {
    awake = true;
    rest.abort();
  }

  async function targetOf(destination: Row<"eventDestination">): Promise<Target> {
    const known = open.get(destination.id);
    if (known?.text === destination.target) return known.target;
    await known?.target.close();
    const target = openTarget(readTarget(destination), rights);
    open.set(destination.id, { text: destination.target, target });
    return target;
  }

  /** Sends a batch. Answers whether to go on at once. */
  async function round(id: string): Promise<boolean> {
    const destination = await rowById(db, "eventDestination", id);
    if (!destination) {
      await open.get(id)?.target.close();
      open.delete(id);
      return false;
    }
    const target = await targetOf(destination);
    const due = await nextDeliveries(db, id, Date.now(), WINDOW);
    if (due.length === 0) return false;
    const { batch, tooLarge } = batchOf(due, target);
    const outcomes = await target.send(
      batch.map((one) => ({ id: one.event_id, object: one.object_id, text: one.payload })),
      cutOff.signal,
    );
    if (cutOff.signal.aborted) return false;
    const refused = tooLarge.map(() => never(`The event is larger than ${target.messageBytesMax} bytes`));
    const settled = settlement([...batch, ...tooLarge], [...outcomes, ...refused], Date.now(), retry);
    await db.transaction().execute((trx) => settleDeliveries(trx, id, settled));
    stats.sent += settled.sent.length;
    stats.refused += settled.retries.length;
    return rested(id, settled, due.length);
  }

  function rested(id: string, { sent, retries }: ReturnType<typeof settlement>, found: number): boolean {
    const reason = retries.at(-1)?.reason;
    if (sent.length > 0 || reason === undefined || reason === null) {
      if (resting.delete(id)) log.info({ destination: id }, "events are sent again");
      return found > 0;
    }
    if (retries.every(({ failed_at }) => failed_at !== null)) return true;
    const failures = (resting.get(id)?.failures ?? 0) + 1;
    if (failures === 1)
      log.warn({ destination: id, reason }, "events can’t be sent: they are kept and tried again");
    resting.set(id, { failures, until: Date.now() + waitMs(failures, retry) });
    return false;
  }

  async function run(id: string): Promise<void> {
    try {
      while (!stopped.signal.aborted && (await round(id)));
    } catch (error) {
      log.warn({ destination: id, err: error }, "events wait for the database");
      resting.set(id, { failures: 1, until: Date.now() + BUSY_MS });
    }
    running.delete(id);
    // Something may have come since it last looked.
    wake();
  }

  /** Every write asks: while there is no destination, nothing is read but whether one came. */
  async function hasDestinations(): Promise<boolean> {
    const { event_destinations: at } = await versions.now();
    if (destinations?.at === at) return destinations.any;
    const row = await db.selectFrom("event_destinations").select("id").limit(1).executeTakeFirst();
    destinations = { at, any: row !== undefined };
    return destinations.any;
  }

  /** Begins with what is due. Answers whether anything waits. */
  async function look(): Promise<boolean> {
    if (!(await hasDestinations())) return false;
    if (shared && !(await holdsLease(db, LEASE, nodeId))) return false;
    const now = Date.now();
    for (const id of await dueDestinations(db, now))
      if (!running.has(id) && (resting.get(id)?.until ?? 0) <= now) running.set(id, run(id));
    return running.size > 0 || (await anyDue(db));
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      awake = false;
      const busy = await look().catch((error: unknown) => {
        log.warn({ err: error }, "events wait for the database");
        return true;
      });
      rest = new AbortController();
      if (stopped.signal.aborted) return;
      // Without others nothing appears by itself.
      const ms = awake ? 0 : busy ? pollMs : shared ? IDLE_MS : 2 ** 30;
      await sleep(ms, undefined, { signal: rest.signal, ref: false }).catch(() => undefined);
      await sleep(TOGETHER_MS, undefined, { ref: false });
    }
  }

  return {
    start: () => (looping ??= loop()),
    wake,
    sendNow: async (destination, message) => {
      const target = openTarget(readTarget(destination), rights);
      try {
        const [outcome] = await target.send([message], cutOff.signal);
        return outcome ?? never("It was not answered for");
      } finally {
        await target.close();
      }
    },
    stats: () => ({ ...stats }),
    close: async () => {
      stopped.abort();
      wake();
      const timer = setTimeout(() => cutOff.abort(), STOP_MS);
      await looping;
      await Promise.all(running.values());
      clearTimeout(timer);
      if (shared && looping)
        await releaseLease(db, LEASE, nodeId).catch((error: unknown) =>
          log.warn({ err: error }, "another process sends events once this one’s lease has ended"),
        );
      for (const { target } of open.values()) await target.close();
      open.clear();
    },
  };
}
