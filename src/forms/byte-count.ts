import { formatCount } from "#ui/format.ts";
import { byteLength } from "#contract/common.ts";

/** The part of a bound from which on its use is shown. */
const NEAR = 0.8;

/**
 * How much of a text's bound is used, once it comes near it: "240 of 255 bytes", and whether it is over; null before. Bytes
 * of UTF-8, as the service counts.
 */
export function byteCount(text: string, max: number): { words: string; over: boolean } | null {
  const used = byteLength(text);
  if (used < NEAR * max) return null;
  return { words: `${formatCount(used)} of ${formatCount(max)} bytes`, over: used > max };
}
