import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ModuleValue } from "#resources/modules.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";

/** A value that the service had, and when this console learned of it. */
export type Snapshot = { at: number; value: ModuleValue; first: boolean };

const MOST = 8;

/** Kept in memory alone, since they hold secrets that are known, and no longer than the cache of the connection. */
const kept = new WeakMap<QueryClient, Map<string, Snapshot[]>>();

function listOf(client: QueryClient, key: string): Snapshot[] {
  const all = kept.get(client) ?? new Map<string, Snapshot[]>();
  kept.set(client, all);
  const list = all.get(key) ?? [];
  all.set(key, list);
  return list;
}

/**
 * The values a resource had during this visit of the console, latest first, without those equal to `now`. `whole` is what
 * the service has as far as is known, secrets that were written in this visit too; each new one is remembered.
 */
export function useSnapshots(
  key: string,
  whole: ModuleValue,
  now: ModuleValue,
): (Snapshot & { value: JsonObject })[] {
  const client = useQueryClient();
  useEffect(() => {
    const list = listOf(client, key);
    const last = list.at(-1);
    if (last && sameJson(last.value, whole)) return;
    list.push({ at: Date.now(), value: whole, first: list.length === 0 });
    // The first one stays: it is what the resource was when it was opened.
    if (list.length > MOST) list.splice(1, 1);
  }, [client, key, whole]);
  return listOf(client, key)
    .filter((one): one is Snapshot & { value: JsonObject } => one.value !== null && !sameJson(one.value, now))
    .toReversed();
}
