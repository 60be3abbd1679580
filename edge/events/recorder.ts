import { type MadeEvent, makeEvent } from "./make-event.ts";
import type { Trail } from "./trail.ts";

/** Who keeps events. */
export type TrafficSink = {
  /**
   * Takes some, the oldest first. Nothing more is given to it until its promise is settled; when that rejects, they are lost.
   * No request waits for it.
   */
  keep: (events: readonly MadeEvent[]) => Promise<void>;
};

export type RecorderCounts = {
  /** Events that were made. */
  made: number;
  /** Requests and connections without an event, and events that the sink did not take. */
  dropped: number;
};

/** Makes events of what has ended, beside the requests that run. */
export type Recorder = {
  /** Takes what has ended. */
  ended: (trail: Trail) => void;
  counts: () => RecorderCounts;
  /** Gives the sink what is left; waits for it a moment. */
  stop: () => Promise<void>;
};

/** So many that ended are made events of at once; fewer wait so long for others, in milliseconds. */
const TOGETHER = 64;
const WAIT_MS = 50;
/** What waits for the sink at most: events, and bytes as far as these are known. */
const HELD_MAX = 10_000;
const HELD_BYTES = 64 * 1024 * 1024;
/** How much of them the sink gets at once. */
const BATCH_MAX = 1_000;
const STOP_MS = 1_000;

/** `failed` is told of events that could not be made, which is a fault of the edge. */
export function createRecorder(
  sink: TrafficSink,
  newId: () => string,
  failed: (error: unknown) => void,
): Recorder {
  let fresh: { trail: Trail; dropped: number }[] = [];
  let ready: { event: MadeEvent; bytes: number }[] = [];
  /** Of those that wait and those that the sink is taking. */
  let held = 0;
  let heldBytes = 0;
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let giving: Promise<void> | null = null;
  const counts: RecorderCounts = { made: 0, dropped: 0 };
  /** Of the dropped ones, those that the next event says. */
  let untold = 0;

  function make(): void {
    if (timer) clearTimeout(timer);
    if (soon) clearImmediate(soon);
    timer = soon = null;
    const ended = fresh;
    fresh = [];
    for (const { trail, dropped } of ended) {
      try {
        const bytes = sizeOf(trail);
        ready.push({ event: makeEvent(trail, newId(), dropped), bytes });
        counts.made += 1;
        held += 1;
        heldBytes += bytes;
      } catch (error) {
        lost(1);
        failed(error);
      }
    }
    if (ready.length > 0) giving ??= give().finally(() => (giving = null));
  }

  async function give(): Promise<void> {
    while (ready.length > 0) {
      const batch = ready.slice(0, BATCH_MAX);
      ready = ready.slice(BATCH_MAX);
      try {
        await sink.keep(batch.map(({ event }) => event));
      } catch {
        lost(batch.length);
      }
      held -= batch.length;
      for (const { bytes } of batch) heldBytes -= bytes;
    }
  }

  function lost(count: number): void {
    counts.dropped += count;
    untold += count;
  }

  return {
    ended: (trail) => {
      trail.marks.ended = performance.now();
      if (held + fresh.length >= HELD_MAX || heldBytes > HELD_BYTES) return lost(1);
      fresh.push({ trail, dropped: untold });
      untold = 0;
      if (fresh.length >= TOGETHER) soon ??= setImmediate(make);
      else timer ??= setTimeout(make, WAIT_MS).unref();
    },
    counts: () => ({ ...counts }),
    stop: async () => {
      make();
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      if (giving) await Promise.race([giving, late]);
    },
  };
}

/** About what an event takes. */
function sizeOf({ request, in: asked, out: answered }: Trail): number {
  let headers = 0;
  for (const text of request?.rawHeaders ?? []) headers += text.length;
  return 2_000 + headers * 2 + (asked.keptBytes + answered.keptBytes) * 2;
}
