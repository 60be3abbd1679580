import { writeNumber } from "#forms/number-text.ts";
import { formatDuration } from "#ui/format.ts";

/** A share as a percentage, without the noise of binary fractions: 0.07 → "7 %". */
export function percent(share: number): string {
  return `${writeNumber(Number((share * 100).toPrecision(12)))} %`;
}

/** What a number of seconds means in larger units, null when it is less than a minute: 900 → "15 min". */
export function secondsMean(seconds: number): string | null {
  return seconds >= 60 ? formatDuration(seconds) : null;
}
