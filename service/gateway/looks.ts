import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { LiveEdge } from "#contract/traffic/live-state.ts";
import type { BusMessage } from "./bus-message.ts";

/** So long the others are waited for, in milliseconds. */
const LOOK_MS = 1_000;
/** Bytes of text that a message has room for. */
const PACKED_MAX = 7_000;
const UNPACKED_MAX = 1_000_000;

type Seen = Extract<BusMessage, { type: "seen" }>;

/** Asks the other processes of the account what they have counted (docs/decisions/edge/live-state.md). */
export class Looks {
  private readonly waitMs: number;
  private readonly waiting = new Map<string, (seen: Seen) => void>();

  constructor(waitMs = LOOK_MS) {
    this.waitMs = waitMs;
  }

  /** `others` = the ids of those that are asked, `ask` tells them, `read` checks what they say. */
  async at<T>(
    others: ReadonlySet<string>,
    ask: (id: string) => Promise<void>,
    read: (state: unknown) => T,
  ): Promise<{ seen: T[]; silent: number }> {
    if (others.size === 0) return { seen: [], silent: 0 };
    const id = randomUUID();
    const awaited = new Set(others);
    const seen: T[] = [];
    const all = new Promise<void>((resolve) => {
      this.waiting.set(id, ({ from, state }) => {
        if (!awaited.delete(from)) return;
        if (state !== null) seen.push(read(unpacked(state)));
        if (awaited.size === 0) resolve();
      });
    });
    try {
      await ask(id);
      await Promise.race([all, sleep(this.waitMs, undefined, { ref: false })]);
    } finally {
      this.waiting.delete(id);
    }
    return { seen, silent: awaited.size };
  }

  answered(seen: Seen): void {
    this.waiting.get(seen.id)?.(seen);
  }
}

/** A state as a message has room for it, without the keys of its limits where they are too many; undefined where nothing fits. */
export function packed(state: LiveEdge): string | undefined {
  const short = { ...state, rate_limits: state.rate_limits.map((limit) => ({ ...limit, busiest: [] })) };
  return firstThatFits([state, short]);
}

/** As many of a list, from its beginning, as a message has room for. */
export const packedList = (all: readonly unknown[]): string | undefined =>
  firstThatFits([all, all.slice(0, 20), all.slice(0, 5)]);

const firstThatFits = (states: readonly unknown[]): string | undefined =>
  states
    .map((one) => deflateRawSync(JSON.stringify(one)).toString("base64"))
    .find(({ length }) => length <= PACKED_MAX);

function unpacked(text: string): unknown {
  const json = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: UNPACKED_MAX });
  return JSON.parse(json.toString());
}
