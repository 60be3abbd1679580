import type { EdgeRequest } from "#edge/request-body.ts";

/** How many messages are remembered. Only whoever has the secret can add one. */
const MAX = 20_000;

/** Messages that were let in, while their time is still good. Each process remembers its own; the oldest goes first. */
export class Replays {
  private readonly known = new Map<string, number>();
  /** The edge may ask twice about one request. */
  private readonly of = new WeakMap<EdgeRequest, string>();
  private readonly max: number;

  constructor(max = MAX) {
    this.max = max;
  }

  /** Whether a message is new, which stays so. `now` in milliseconds since 1970. */
  isNew(id: string, now: number): boolean {
    return (this.known.get(id) ?? 0) < now;
  }

  /** Whether a message is new, once. `until` and `now` in milliseconds since 1970. */
  take(id: string, until: number, now: number, request: EdgeRequest): boolean {
    if (this.of.get(request) === id) return true;
    if (!this.isNew(id, now)) return false;
    this.known.delete(id);
    this.known.set(id, until);
    this.of.set(request, id);
    for (const [oldest, end] of this.known) {
      if (this.known.size <= this.max && end >= now) break;
      this.known.delete(oldest);
    }
    return true;
  }

  /** The app did not get it: the provider may send it again. */
  forget(id: string): void {
    this.known.delete(id);
  }
}
