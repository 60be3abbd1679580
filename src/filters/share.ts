/** Digits that a share in percent keeps: dividing by 100 makes 0.07 of 7, and not 0.07000000000000001. */
const DIGITS = 12;

/** A share that was typed in percent, from above 0 to 1; the text itself where it is none. */
export function shareOf(text: string): number | string {
  const percent = Number(text.trim().replace(/\s*%$/, "").replace(",", ".") || NaN);
  return percent > 0 && percent <= 100 ? Number((percent / 100).toPrecision(DIGITS)) : text;
}

/** A share as it is typed, in percent. */
export const shareText = (share: number | string): string =>
  typeof share === "string" ? share : String(Number((share * 100).toPrecision(DIGITS)));
