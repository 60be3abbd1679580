import { randomBytes } from "node:crypto";
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

function valueAt(ms: number): bigint {
  return (BigInt(ms) << RANDOM_BITS) | BigInt(`0x${randomBytes(14).toString("hex")}`);
}

function base62(value: bigint): string {
  let text = "";
  for (let rest = value; text.length < LENGTH; rest /= 62n) text = `${ALPHABET[Number(rest % 62n)]}${text}`;
  return text;
}
