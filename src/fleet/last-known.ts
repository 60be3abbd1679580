import { useEffect, useMemo } from "react";
import type { Check } from "#contract/check.ts";
import { departures } from "./departures.ts";
import { createVisitStore, emptyVisitStore, tabStorage } from "#ui/visit-store.ts";

type Kept = { name: string; value: unknown };

const KEPT = 20;
const known = createVisitStore(tabStorage(), "gatehouse.known", (kept) => kept as Kept[]);

/** The texts of a list that was kept; none of what is no list. */
export const idsOf = (kept: unknown) =>
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === "string") : [];

/** Ids of sessions that left and are not to be told of again during this visit. */
export const dismissed = createVisitStore(tabStorage(), "gatehouse.dismissed", idsOf);

/** Takes sessions that left out of the lists of this visit. */
export function dismissDeparture(...ids: string[]): void {
  dismissed.set([...dismissed.getSnapshot(), ...ids]);
  departures.set(departures.getSnapshot().filter(({ session }) => !ids.includes(session.id)));
}

/** What a page keeps of the visit, by a store of its own that is loaded with it. */
export const KEPT_BY_PAGES = ["gatehouse.paste", "gatehouse.quieted"] as const;

/** Forgets what was seen: another account is looked at. */
export function forgetKnown(): void {
  known.set([]);
  dismissed.set([]);
  for (const name of KEPT_BY_PAGES) emptyVisitStore(name);
}

/** The reading of something that the service does not have any more: no failure, and as old as the answer that said so. */
export function asGone<T, Q extends { errorUpdatedAt: number }>(
  query: Q,
  data: T | undefined,
  listedAt: number,
) {
  const dataUpdatedAt = Math.max(query.errorUpdatedAt, listedAt);
  return { ...query, data, error: null, dataUpdatedAt };
}

/** What is read now, else what this tab last knew of it: also after a reload, when the service does not have it any more. */
export function useLastKnown<T>(
  of: { key: string; answer: Check<T> },
  id: string,
  now: T | undefined,
): T | undefined {
  const name = `${of.key} ${id}`;
  const all = known.useValue();
  useEffect(() => {
    if (now === undefined) return;
    const others = known.getSnapshot().filter((one) => one.name !== name);
    known.set([...others, { name, value: now }].slice(-KEPT));
  }, [name, now]);
  const kept = now === undefined ? all.find((one) => one.name === name)?.value : undefined;
  return useMemo(() => now ?? of.answer.safeParse(kept).data, [now, of, kept]);
}
