/** Times of RFC 3339, as a URL has them: from `since` on, before `until`. */
export type TimeRange = { since?: string | undefined; until?: string | undefined };

export const TIMES = ["since", "until"] as const;

/** A time of RFC 3339 as the local time of an input, without its zone; empty for none. */
export function localTime(time: string | undefined): string {
  const at = new Date(time ?? "");
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  // A year of more than four digits is none that the service reads.
  return Number.isNaN(local.getTime()) || !/^\d{4}-/.test(local.toISOString())
    ? ""
    : local.toISOString().slice(0, 16);
}

/** What was typed in such an input as a time of RFC 3339; null for none. */
export function timeOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whether it asks for a time that ends before it begins: nothing can match. */
const isBackwards = ({ since = "", until = "" }: TimeRange): boolean => Date.parse(until) < Date.parse(since);

/** Which of them is no time, or else backwards. */
export const wrongIn = (range: TimeRange): keyof TimeRange | undefined =>
  TIMES.find((name) => range[name] && localTime(range[name]) === "") ??
  (isBackwards(range) ? "until" : undefined);
