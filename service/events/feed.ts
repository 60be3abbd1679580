import type { Logger } from "pino";
import { ApiProblem } from "../errors.ts";
import { Places } from "../places.ts";
import { readAccount } from "../store/account.ts";
import { type EventRow, eventsAfter } from "../store/events.ts";
import { existingIds } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import type { Versions, VersionsNow } from "../store/versions.ts";
import { envelope } from "./envelope.ts";

/** Live audit events, and what the lists of agents are at, for any number of readers. */
export type EventFeed = {
  /**
   * What the lists of agents are at, whenever that changes, and the audit events after the one numbered `after`, until the key is deleted or the service stops.
   *
   * @throws ApiProblem 429 when the key has as many open as it may.
   */
  open: (reader: { keyId: string; after: number }) => ReadableStream<Uint8Array>;
  /** Something may have changed: look now rather than at the next poll. */
  wake: () => void;
  /** How many streams are open. */
  readers: () => number;
};

export type FeedOptions = {
  db: Db;
  versions: Versions;
  /** What its edge can't reach, by its version. */
  traffic?: { apps: { version: number } };
  log: Pick<Logger, "warn">;
  stopping: () => boolean;
  /** Streams open at once per key. */
  keyStreams: number;
  /** How often other processes' changes and the shutdown are looked for, in milliseconds. */
  pollMs?: number;
  /** How often a silent stream says that it is alive, in milliseconds. */
  heartbeatMs?: number;
};

type Reader = {
  keyId: string;
  /** Number of the last event it was given. */
  after: number;
  /** What it was told that the lists are at. */
  told: string;
  spokenAt: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
  leave: () => void;
};

/** Events read at a time. */
const BATCH = 100;
/** A reader who has this much unread, in bytes, is given nothing more until they have read some. */
const UNREAD_MAX_BYTES = 65_536;

const RETRY = { headers: { "Retry-After": "10" } };

const encoder = new TextEncoder();

/**
 * Follows the numbers of the events, which rise in the order of commits: a reader gets each event that was committed,
 * in order, once. Readers hold no events: one who is slow is served from the store when they are ready.
 */
export function createEventFeed({
  db,
  versions,
  traffic,
  log,
  stopping,
  keyStreams,
  pollMs = 250,
  heartbeatMs = 15_000,
}: FeedOptions): EventFeed {
  const readers = new Set<Reader>();
  const places = new Places("This key", "open event streams", keyStreams);
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;

  const end = (reader: Reader): void => {
    if (!readers.delete(reader)) return;
    reader.leave();
    reader.controller.close();
  };

  async function look(): Promise<void> {
    const account = await readAccount(db);
    // After the number: what is sent was committed before the key was seen to be there.
    const keys = await existingIds(db, "apiKey", [...new Set([...readers].map(({ keyId }) => keyId))]);
    for (const reader of readers) if (stopping() || !keys.has(reader.keyId)) end(reader);
    const read = sharedReads(db, account.event_seq);
    const lists = listsAt(await versions.now(), traffic?.apps.version ?? 0);
    for (const reader of readers) {
      tell(reader, lists);
      await serve(reader, account, read);
    }
  }

  async function serve(
    reader: Reader,
    account: { id: string; event_seq: number },
    read: (after: number) => Promise<EventRow[]>,
  ): Promise<void> {
    while (reader.after < account.event_seq && (reader.controller.desiredSize ?? 0) > 0) {
      const rows = await read(reader.after);
      // They may have left meanwhile.
      if (!readers.has(reader)) return;
      const last = rows.at(-1);
      if (!last) return;
      say(reader, rows.map((row) => message(row, account.id)).join(""));
      reader.after = last.seq;
    }
    const silent = Date.now() - reader.spokenAt >= heartbeatMs;
    if (silent && (reader.controller.desiredSize ?? 0) > 0) say(reader, ": heartbeat\n\n");
  }

  async function tick(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    clearTimeout(timer);
    try {
      do {
        again = false;
        await look();
      } while (again);
    } catch (error) {
      // They come back with their last event's id and miss nothing.
      log.warn({ err: error }, "event streams ended: the events can't be read");
      for (const reader of readers) end(reader);
    }
    running = false;
    if (readers.size > 0) timer = setTimeout(() => void tick(), pollMs);
  }

  return {
    readers: () => readers.size,
    wake: () => {
      if (readers.size > 0) void tick();
    },
    open: ({ keyId, after }) => {
      let reader: Reader | undefined;
      let leave = (): void => undefined;
      const gone = new Promise<void>((resolve) => (leave = resolve));
      const full = places.take(keyId, gone);
      if (full !== null) throw new ApiProblem("streamsTaken", `${full} Close one of them.`, RETRY);
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            reader = { keyId, after, told: "", spokenAt: Date.now(), controller, leave };
            readers.add(reader);
            say(reader, "retry: 2000\n\n");
            void tick();
          },
          cancel: () => {
            if (reader) readers.delete(reader);
            leave();
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_MAX_BYTES }),
      );
    },
  };
}

function say(reader: Reader, text: string): void {
  reader.controller.enqueue(encoder.encode(text));
  reader.spokenAt = Date.now();
}

/** What the lists of agents and what they serve are at, by the name of each in its answer: who sees another text reads that list again. */
function listsAt({ sessions, tunnels, endpoints, backends }: VersionsNow, unreachable: number): string {
  return JSON.stringify({
    tunnel_sessions: sessions,
    // A tunnel names the backends that it serves. Versions only rise, and so does their sum with any of them.
    tunnels: tunnels + backends,
    endpoints,
    // With the tunnel of an agent that came back, what failed is listed again.
    unreachable_apps: unreachable + tunnels,
  });
}

/** Only the last is of use, so who is slow misses nothing by not being told of those between. */
function tell(reader: Reader, lists: string): void {
  if (reader.told === lists || (reader.controller.desiredSize ?? 0) <= 0) return;
  reader.told = lists;
  say(reader, `event: lists\ndata: ${lists}\n\n`);
}

/** JSON has no line breaks, so one data line holds it. */
function message(row: EventRow, accountId: string): string {
  return `id: ${row.id}\ndata: ${JSON.stringify(envelope(row, accountId))}\n\n`;
}

/** Readers who are at the same event share what is read for them. */
function sharedReads(db: Db, last: number): (after: number) => Promise<EventRow[]> {
  const reads = new Map<number, Promise<EventRow[]>>();
  return (after) => {
    const known = reads.get(after);
    if (known) return known;
    const read = eventsAfter(db, after, last, BATCH);
    reads.set(after, read);
    return read;
  };
}
