import { writeNumber } from "#forms/number-text.ts";

/** A share as a percentage, without the noise of binary fractions: 0.07 → "7 %". */
export function percent(share: number): string {
  return `${writeNumber(Number((share * 100).toPrecision(12)))} %`;
}
