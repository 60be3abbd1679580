import { randomFillSync } from "node:crypto";
import { ID_PREFIXES, type IdKind } from "#contract/common.ts";
import { ID_DIGITS, ID_RANDOM_BITS } from "#contract/id-form.ts";

/** What each of its characters stands for, by its code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ID_DIGITS.indexOf(String.fromCharCode(code))),
);
const LENGTH = 27;

/** The last id, without its prefix, and the newest millisecond that one was of. */
const last = Buffer.alloc(LENGTH, ID_DIGITS[0]);
let lastAt = -1;

/**
 * A new id: prefix and 27 characters that sort by time of creation, strictly rising within this process
 * (protocol-facts.md#identifiers). 48 bits of milliseconds, then 112 random bits.
 */
export function newId(kind: IdKind, now = Date.now()): string {
  if (now > lastAt) {
    last.write(base62(valueAt(now)), "latin1");
    lastAt = now;
  } else raise(1 + drawn(3));
  return `${ID_PREFIXES[kind]}_${last.toString("latin1")}`;
}

/** Adds to the last id. A new one of the same millisecond is that far from it: to write 27 digits anew costs ten times as much. */
function raise(by: number): void {
  for (let at = LENGTH - 1, more = by; more > 0; at -= 1) {
    const sum = (VALUES[last[at] ?? 0] ?? 0) + more;
    more = Math.floor(sum / 62);
    last[at] = ID_DIGITS.charCodeAt(sum - more * 62);
  }
}

/**
 * The id of something that was made at another time than now, `at` in milliseconds since 1970. It sorts among ids by
 * that time; two of one millisecond sort by chance.
 */
export function idAt(kind: IdKind, at: number): string {
  return `${ID_PREFIXES[kind]}_${base62(valueAt(at))}`;
}

/** Sorts before every id of something that was made at this time or later. */
export function idBefore(kind: IdKind, at: number): string {
  return `${ID_PREFIXES[kind]}_${base62(BigInt(Math.max(0, Math.floor(at))) << ID_RANDOM_BITS)}`;
}

/** Random bytes, drawn many at a time: each draw costs more than an id. */
const pool = Buffer.alloc(14 * 256);
let used = pool.length;

/** A random number of so many bytes, at most 6. */
function drawn(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.readUIntBE(used - bytes, bytes);
}

function valueAt(ms: number): bigint {
  const random = (BigInt(drawn(6)) << 64n) | (BigInt(drawn(4)) << 32n) | BigInt(drawn(4));
  return (BigInt(ms) << ID_RANDOM_BITS) | random;
}

/** So many digits are a number that is exact. */
const PART = 8;
const PART_SIZE = 62n ** BigInt(PART);

function base62(value: bigint): string {
  let text = "";
  for (let rest = value; text.length < LENGTH; rest /= PART_SIZE) {
    let part = Number(rest % PART_SIZE);
    for (let i = 0; i < PART && text.length < LENGTH; i += 1) {
      text = `${ID_DIGITS[part % 62]}${text}`;
      part = Math.floor(part / 62);
    }
  }
  return text;
}
