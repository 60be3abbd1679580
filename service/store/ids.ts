import { randomFillSync } from "node:crypto";
import { ID_PREFIXES, type IdKind } from "#contract/common.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 27;
const RANDOM_BITS = 112n;

let last = 0n;

/**
 * A new id: prefix and 27 characters that sort by time of creation, strictly rising within this process
 * (protocol-facts.md#identifiers). 48 bits of milliseconds, then 112 random bits.
 */
export function newId(kind: IdKind, now = Date.now()): string {
  let value = valueAt(now);
  if (value <= last) value = last + 1n;
  last = value;
  return `${ID_PREFIXES[kind]}_${base62(value)}`;
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
  return `${ID_PREFIXES[kind]}_${base62(BigInt(Math.max(0, Math.floor(at))) << RANDOM_BITS)}`;
}

/** Random bytes, drawn many at a time: each draw costs more than an id. */
const pool = Buffer.alloc(14 * 256);
let used = pool.length;

function valueAt(ms: number): bigint {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = (BigInt(pool.readUIntBE(used, 6)) << 64n) | pool.readBigUInt64BE(used + 6);
  used += 14;
  return (BigInt(ms) << RANDOM_BITS) | random;
}

/** So many digits are a number that is exact. */
const PART = 8;
const PART_SIZE = 62n ** BigInt(PART);

function base62(value: bigint): string {
  let text = "";
  for (let rest = value; text.length < LENGTH; rest /= PART_SIZE) {
    let part = Number(rest % PART_SIZE);
    for (let i = 0; i < PART && text.length < LENGTH; i += 1) {
      text = `${ALPHABET[part % 62]}${text}`;
      part = Math.floor(part / 62);
    }
  }
  return text;
}
