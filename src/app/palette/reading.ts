import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { cancelScan } from "#api/scanned-list.ts";
import type { AnyResource } from "#resources/all.ts";
import { kindsAsked } from "./actions.ts";
import type { Known } from "./known.ts";

/** A search of so many letters, this long after the last, is one of everything there is. */
const LEAST = 2;
const PAUSE_MS = 300;

/** Was it neither read nor tried? */
export const isUnread = ({ whole, reading, error, absent }: Known): boolean =>
  !whole && !reading && error === null && !absent;

/**
 * Reads the lists that a search needs (decisions/console/palette.md): those of a typed command at once, all others after a
 * pause, each once, so that what was cancelled stays so.
 */
export function useReading(typed: string, known: readonly Known[]) {
  const client = useQueryClient();
  const [started, setStarted] = useState<ReadonlySet<AnyResource>>(new Set());
  const read = useCallback(
    (some: readonly Known[]) => {
      if (some.length === 0) return;
      setStarted((before) => new Set([...before, ...some.map(({ kind }) => kind)]));
      for (const { kind } of some) void client.prefetchQuery(kind.query);
    },
    [client],
  );
  useEffect(() => {
    const wanted = known.filter((one) => isUnread(one) && !started.has(one.kind));
    if (wanted.length === 0) return undefined;
    const asked = kindsAsked(typed);
    const timers = [setTimeout(() => read(wanted.filter(({ kind }) => asked.includes(kind.kind))), 0)];
    if (typed.trim().length >= LEAST)
      // Routes come inside their edges.
      timers.push(setTimeout(() => read(wanted.filter(({ kind }) => !kind.within)), PAUSE_MS));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [typed, known, started, read]);
  const mine = known.filter(({ kind, reading }) => reading && started.has(kind));
  return {
    read,
    /** Ends what it reads; null while it reads nothing. */
    cancel:
      mine.length === 0
        ? null
        : () => {
            for (const { kind } of mine) void cancelScan(client, kind.query.queryKey);
          },
  };
}
