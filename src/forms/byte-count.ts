import { byteLength } from "#contract/common.ts";

/** How much of a text's bound is used: "12 of 255 bytes", and whether it is over. Bytes of UTF-8, as the service counts. */
export function byteCount(text: string, max: number): { words: string; over: boolean } {
  const used = byteLength(text);
  return { words: `${used} of ${max} bytes`, over: used > max };
}
