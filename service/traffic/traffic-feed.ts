import type { Filter } from "#contract/cel/filter.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { ApiProblem } from "../errors.ts";
import { Places } from "../places.ts";
import { existingIds } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import type { TrafficRing } from "./traffic-ring.ts";

/** Live traffic of this process, for any number of readers. */
export type TrafficFeed = {
  /**
   * The events after the one numbered `after` that pass the filter, until the key is deleted or the service stops. Who
   * reads too slowly is told how many were skipped.
   *
   * @throws ApiProblem 429 when the key has as many open as it may.
   */
  open: (reader: { keyId: string; after: number; filter: Filter | null }) => ReadableStream<Uint8Array>;
  readers: () => number;
};

export type TrafficFeedOptions = {
  db: Db;
  ring: TrafficRing;
  /** Looks for what other processes have; nothing is lost where it fails but that. */
  follow: () => Promise<void>;
  stopping: () => boolean;
  /** Streams open at once per key. */
  keyStreams: number;
};

type Reader = {
  keyId: string;
  filter: Filter | null;
  /** Number of the last event that was looked at. */
  after: number;
  spokenAt: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
  leave: () => void;
};

const POLL_MS = 200;
const HEARTBEAT_MS = 15_000;
/** Work on one reader's filter in a poll, in milliseconds. Who is left behind loses what the ring forgets. */
const FILTER_MS = 10;
/** A reader who has this much unread, in bytes, is given nothing more until they have read some. */
const UNREAD_MAX_BYTES = 262_144;

const encoder = new TextEncoder();

export function createTrafficFeed({
  db,
  ring,
  follow,
  stopping,
  keyStreams,
}: TrafficFeedOptions): TrafficFeed {
  const readers = new Set<Reader>();
  const places = new Places("This key", "open traffic streams", keyStreams);
  let timer: NodeJS.Timeout | undefined;

  const end = (reader: Reader): void => {
    if (!readers.delete(reader)) return;
    reader.leave();
    reader.controller.close();
  };

  async function look(): Promise<void> {
    try {
      const keys = await existingIds(db, "apiKey", [...new Set([...readers].map(({ keyId }) => keyId))]);
      await follow().catch(() => undefined);
      for (const reader of readers) {
        if (stopping() || !keys.has(reader.keyId)) end(reader);
        else serve(reader, ring);
      }
    } catch {
      // Whether their keys are still there can't be known.
      for (const reader of readers) end(reader);
    }
    timer = readers.size > 0 ? setTimeout(() => void look(), POLL_MS).unref() : undefined;
  }

  return {
    readers: () => readers.size,
    open: ({ keyId, after, filter }) => {
      let reader: Reader | undefined;
      let leave = (): void => undefined;
      const gone = new Promise<void>((resolve) => (leave = resolve));
      const full = places.take(keyId, gone);
      if (full !== null)
        throw new ApiProblem("streamsTaken", `${full} Close one of them.`, {
          headers: { "Retry-After": "10" },
        });
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            reader = { keyId, after, filter, spokenAt: Date.now(), controller, leave };
            readers.add(reader);
            say(reader, "retry: 2000\n\n");
            timer ??= setTimeout(() => void look(), 0);
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

function serve(reader: Reader, ring: TrafficRing): void {
  const until = performance.now() + FILTER_MS;
  const ready = (): boolean => (reader.controller.desiredSize ?? 0) > 0;
  const missed = ring.oldest - reader.after - 1;
  if (missed > 0 && ready()) {
    say(reader, `event: dropped\ndata: ${JSON.stringify({ count: missed })}\n\n`);
    reader.after += missed;
  }
  let found = "";
  while (found.length < UNREAD_MAX_BYTES && ready() && performance.now() < until) {
    const entry = ring.at(reader.after + 1);
    if (!entry) break;
    reader.after += 1;
    const { id, text } = entry;
    // JSON has no line breaks, so one data line holds it.
    if (!reader.filter || passesText(reader.filter, text)) found += `id: ${id}\ndata: ${text}\n\n`;
  }
  if (found !== "") say(reader, found);
  else if (Date.now() - reader.spokenAt >= HEARTBEAT_MS && ready()) say(reader, ": heartbeat\n\n");
}

function passesText({ needs, passes }: Filter, text: string): boolean {
  if (!needs.every((need) => text.includes(JSON.stringify(need)))) return false;
  return passes(filtered(JSON.parse(text) as TrafficEvent));
}

/** What a filter calls `ev`: the object, and what this service says besides. */
export function filtered({ object, gatehouse }: TrafficEvent): Readonly<Record<string, unknown>> {
  return { ...object, gatehouse: gatehouse ?? {} };
}

function say(reader: Reader, text: string): void {
  reader.controller.enqueue(encoder.encode(text));
  reader.spokenAt = Date.now();
}
