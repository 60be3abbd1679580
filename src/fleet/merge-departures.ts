import type { Departure } from "./departures.ts";

/** The newest departures are kept. */
export const KEPT = 100;

/** Own departures with what others say of them, and others' but those of `had`, by their ids. The same list when that changes nothing. */
export function mergeDepartures(
  own: readonly Departure[],
  others: readonly Departure[],
  had: ReadonlySet<string>,
): readonly Departure[] {
  const theirs = new Map(others.map((one) => [one.session.id, one]));
  const filled = own.map((one) => {
    const other = theirs.get(one.session.id);
    const { back = other?.back, served = other?.served, reason = other?.reason } = one;
    const isNews = back !== one.back || served !== one.served || reason !== one.reason;
    // When it left is what the service says, as every other browser and tab reads it.
    const { seenAt, leftAt } = other && reason !== one.reason ? other : one;
    return isNews ? { ...one, back, served, reason, seenAt, leftAt } : one;
  });
  const news = others.filter(({ session }) => !had.has(session.id));
  if (news.length === 0 && filled.every((one, i) => one === own[i])) return own;
  return [...filled, ...news].toSorted((a, b) => a.leftAt - b.leftAt).slice(-KEPT);
}
