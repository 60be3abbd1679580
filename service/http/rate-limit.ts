import { FailedAddresses } from "../addresses.ts";
import { ApiProblem } from "../errors.ts";

const WINDOW_MS = 60_000;
/** All keys of an owner together may send this many times what one key may. */
const OWNER_SHARE = 4;

/** An address's wrong keys are forgotten after this much peace, in milliseconds. */
const FORGET_MS = 15 * 60_000;
const DELAY_MAX_S = 60;

/** Milliseconds that only ever rise: the clock on the wall may be set back. */
type Clock = () => number;
const monotonic: Clock = () => performance.now();

/** What came in the last 60 s. */
class Window {
  private times: number[] = [];
  private first = 0;

  /** Milliseconds until there were fewer than `most` again; 0 = there are. */
  wait(most: number, at: number): number {
    while ((this.times[this.first] ?? Infinity) <= at - WINDOW_MS) this.first += 1;
    // Cut seldom: a request costs the same, however many came before it.
    if (this.first > most) {
      this.times = this.times.slice(this.first);
      this.first = 0;
    }
    const oldest = this.times[this.times.length - most];
    return this.times.length - this.first < most || oldest === undefined ? 0 : oldest + WINDOW_MS - at;
  }

  add(at: number): void {
    this.times.push(at);
  }
}

/**
 * A limiter of requests in any 60 s: `max` of a key, and {@link OWNER_SHARE} times as many of all keys of an owner, who
 * could else create more of them; 0 = none. Call it once per request. It counts in this process alone.
 *
 * @throws ApiProblem 429 with Retry-After of 1 to 60 s.
 */
export function createRateLimit(
  max: number,
  now: Clock = monotonic,
): (caller: { keyId: string; userId: string }) => void {
  const windows = new Map<string, Window>();
  const windowOf = (id: string): Window => {
    const window = windows.get(id) ?? new Window();
    windows.set(id, window);
    return window;
  };
  return ({ keyId, userId }) => {
    if (max === 0) return;
    const at = now();
    const key = windowOf(keyId);
    const owner = windowOf(userId);
    const keyWait = key.wait(max, at);
    if (keyWait > 0) throw limited(`This key is limited to ${max} requests per 60 s.`, keyWait / 1000);
    const all = max * OWNER_SHARE;
    const ownerWait = owner.wait(all, at);
    if (ownerWait > 0)
      throw limited(`All your keys together are limited to ${all} requests per 60 s.`, ownerWait / 1000);
    key.add(at);
    owner.add(at);
  };
}

/**
 * Slows down who tries keys: after `max` wrong ones from an address, each further one makes the address wait, 1 s at first,
 * twice as long each time, 60 s at most. Call it once per wrong key: it says what to answer instead of 401, null as long as
 * the address may go on. A right key passes meanwhile, since others may be behind the address; 0 = off.
 * It counts in this process alone.
 */
export function createKeyGuard(
  max: number,
  now: Clock = monotonic,
): (address: string | null) => ApiProblem | null {
  const failures = new FailedAddresses<{ count: number; at: number; until: number }>();
  return (address) => {
    if (max === 0 || address === null) return null;
    const at = now();
    const known = failures.get(address);
    const before = known && at - known.at < FORGET_MS ? known : { count: 0, at, until: at };
    const waiting = before.until > at;
    const count = waiting ? before.count : before.count + 1;
    const delay = count > max ? 1000 * Math.min(DELAY_MAX_S, 2 ** (count - max - 1)) : 0;
    const until = waiting ? before.until : at + delay;
    failures.set(address, { count, at, until });
    return until > at
      ? limited("Too many wrong keys from this address.", (until - at) / 1000, "wrongKeys")
      : null;
  };
}

function limited(
  what: string,
  seconds: number,
  name: "rateLimited" | "wrongKeys" = "rateLimited",
): ApiProblem {
  const whole = Math.max(1, Math.ceil(seconds));
  return new ApiProblem(name, `${what} Try again in ${whole} s.`, {
    headers: { "Retry-After": String(whole) },
  });
}
