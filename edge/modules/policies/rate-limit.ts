/** A window is counted in this many parts: one that has begun to leave it still counts whole, so that no window ever has more. */
const PARTS = 60;
/** Keys that are counted at once; of more, the one that was quiet longest is forgotten. */
const KEYS_MAX = 10_000;

type Slots = Map<number, number>;

/** What is counted of one rate limit (docs/decisions/modules/rate-limits.md). */
export type LimitState = {
  /** Keys that have requests in the window, and how many of them are at the limit. */
  keys: number;
  full: number;
  /** Those with the most requests in the window, the most first; `frees` = seconds until the first of them leaves it. */
  busiest: { key: string; used: number; frees: number }[];
};

/** Lets `capacity` requests of a key through in any window of so many seconds. Each process counts for itself. */
export class RateLimit {
  readonly name: string;
  readonly capacity: number;
  readonly windowSeconds: number;
  private readonly width: number;
  private readonly keys = new Map<string, Slots>();

  constructor(name: string, capacity: number, windowSeconds: number) {
    this.name = name;
    this.capacity = capacity;
    this.windowSeconds = windowSeconds;
    this.width = windowSeconds / PARTS;
  }

  /** After how many seconds a request may pass, at a time in seconds; 0 = now. */
  wait(key: string, at: number): number {
    const slots = this.keys.get(key) ?? new Map<number, number>();
    this.forget(slots, at);
    let used = 0;
    for (const count of slots.values()) used += count;
    return used < this.capacity ? 0 : this.waitIn(slots, used, at);
  }

  /** The same, and it is counted where it may pass. */
  take(key: string, at: number): number {
    const wait = this.wait(key, at);
    if (wait > 0) return wait;
    const slots = this.keys.get(key) ?? new Map<number, number>();
    const slot = Math.floor(at / this.width);
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
    this.keys.delete(key);
    this.keys.set(key, slots);
    const [oldest] = this.keys.keys();
    if (this.keys.size > KEYS_MAX && oldest !== undefined) this.keys.delete(oldest);
    return 0;
  }

  /** `shown` = the most keys that it names. */
  state(at: number, shown: number): LimitState {
    const busy: LimitState["busiest"] = [];
    for (const [key, slots] of this.keys) {
      this.forget(slots, at);
      const [first] = slots.keys();
      if (first === undefined) {
        this.keys.delete(key);
        continue;
      }
      const used = [...slots.values()].reduce((sum, count) => sum + count, 0);
      busy.push({ key, used, frees: this.leaves(first) - at });
    }
    return {
      keys: busy.length,
      full: busy.filter(({ used }) => used >= this.capacity).length,
      busiest: busy.toSorted((a, b) => b.used - a.used).slice(0, shown),
    };
  }

  /** When the last request of a part may have left the window. */
  private leaves(slot: number): number {
    return (slot + 1) * this.width + this.windowSeconds;
  }

  /** Parts are in the order of time. */
  private forget(slots: Slots, at: number): void {
    for (const slot of slots.keys()) {
      if (this.leaves(slot) > at) return;
      slots.delete(slot);
    }
  }

  private waitIn(slots: Slots, used: number, at: number): number {
    let left = used;
    for (const [slot, count] of slots) {
      left -= count;
      if (left < this.capacity) return Math.max(1, Math.ceil(this.leaves(slot) - at));
    }
    return Math.ceil(this.windowSeconds);
  }
}
