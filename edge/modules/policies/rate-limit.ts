/** A window is counted in this many parts: one that has begun to leave it still counts whole, so that no window ever has more. */
const PARTS = 60;
/** Keys that are counted at once; of more, the one that was quiet longest is forgotten. */
const KEYS_MAX = 10_000;

type Slots = Map<number, number>;

/** What is counted of one rate limit (docs/decisions/modules/rate-limits.md). */
export type LimitState = {
  name: string;
  capacity: number;
  windowSeconds: number;
  /** Keys that have requests in the window, and how many of them are at the limit. */
  buckets: number;
  full: number;
  /** The most requests of one key in the window. */
  most: number;
  /** Seconds until the first request in the window leaves it; 0 = there is none. */
  windowEnds: number;
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

  state(at: number): LimitState {
    const { name, capacity, windowSeconds } = this;
    const state = { name, capacity, windowSeconds, buckets: 0, full: 0, most: 0, windowEnds: 0 };
    for (const [key, slots] of this.keys) {
      this.forget(slots, at);
      const [first] = slots.keys();
      if (first === undefined) {
        this.keys.delete(key);
        continue;
      }
      const used = [...slots.values()].reduce((sum, count) => sum + count, 0);
      const ends = this.leaves(first) - at;
      state.buckets += 1;
      if (used >= capacity) state.full += 1;
      state.most = Math.max(state.most, used);
      state.windowEnds = state.windowEnds === 0 ? ends : Math.min(state.windowEnds, ends);
    }
    return state;
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
