import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { cancelScan, useScan, type ScannedList } from "#api/scanned-list.ts";

/** Given while only part of a list is there: its first reading is under way, or was cancelled. */
export type PartialList = { cancelled: boolean; onCancel: () => void; onResume: () => void };

/** What a list page knows of its list. */
export type List<T> = {
  query: UseQueryResult<T[]>;
  /** All that has arrived, the same array until something changed. */
  items: readonly T[];
  partial: PartialList | undefined;
};

const POLL_MS = 15_000;
const NONE: readonly never[] = [];

type Poll<T extends { id: string }> = (query: Polled<T>) => number;
type Polled<T extends { id: string }> = Parameters<ReturnType<ScannedList<T>["every"]>>[0] & {
  state: { data?: readonly T[] | undefined };
};

/**
 * Reads a list whole, and again while its page is visible (every 15 s, or as `poll` says: `tunnels.every(10_000)`); gives
 * what has arrived meanwhile.
 */
export function useList<T extends { id: string }>(
  list: ScannedList<T>,
  poll: Poll<T> = list.every(POLL_MS),
): List<T> {
  const client = useQueryClient();
  const [cancelled, setCancelled] = useState(false);
  const query = useQuery({ ...list.query, enabled: !cancelled, refetchInterval: poll });
  const scan = useScan(list);
  const partial =
    query.data === undefined && scan
      ? {
          cancelled,
          onCancel: () => {
            setCancelled(true);
            void cancelScan(client, list.query.queryKey);
          },
          onResume: () => setCancelled(false),
        }
      : undefined;
  return { query, items: query.data ?? scan?.items ?? NONE, partial };
}
