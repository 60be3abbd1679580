import { idBefore } from "../store/ids.ts";
import type { TrafficRing } from "./traffic-ring.ts";
import type { TrafficStore } from "./traffic-store.ts";

/** How often others' events are looked for, and how late they may be in the store, in milliseconds. */
const LOOK_MS = 500;
const LATE_MS = 5_000;
/** Events read at a time. What is beyond them in a look is found in the next one. */
const READ_MAX = 500;

/** On a shared store: what other processes wrote, put among the last events of this one while somebody watches. */
export class OthersTraffic {
  private readonly store: () => Promise<TrafficStore>;
  private readonly ring: TrafficRing;
  /** Ids that were seen, with the time. */
  private readonly seen = new Map<string, number>();
  private lookedAt = -Infinity;

  constructor(store: () => Promise<TrafficStore>, ring: TrafficRing) {
    this.store = store;
    this.ring = ring;
  }

  /** This process has it already. */
  own(id: string): void {
    this.seen.set(id, Date.now());
    // In the order in which they were put there.
    for (const [old, at] of this.seen) {
      if (Date.now() - at < 2 * LATE_MS) break;
      this.seen.delete(old);
    }
  }

  /** Rejects when the store can't be read. */
  async look(): Promise<void> {
    const now = Date.now();
    if (now - this.lookedAt < LOOK_MS) return;
    // Nobody watched: what was there before is no news.
    const isFirst = now - this.lookedAt > LATE_MS;
    this.lookedAt = now;
    const store = await this.store();
    const ids = await store.idsAfter(idBefore("event", now - LATE_MS));
    const news = ids.filter((id) => !this.seen.has(id));
    if (!isFirst) {
      for (const { id, event } of await store.byIds(news.slice(0, READ_MAX))) {
        this.ring.push({ id, text: event });
        this.own(id);
      }
    } else for (const id of news) this.own(id);
  }
}
