import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { createSignal } from "#ui/signal.ts";
import { identityOf, type FleetAction } from "./action.ts";
import { ledger } from "./use-fleet.ts";

/** A session that left the list without a command from here, and nothing like it has come back. */
export type LostSession = { session: TunnelSession; at: number };

/** How long a one is news. */
const NEWS_MS = 60 * 60_000;

/**
 * The lost after one more complete reading of the list. A session of the same agent (credential, ip, os, metadata) that
 * started meanwhile takes one of its lost back; what left after a command of this tab is the ledger's business.
 */
export function lostAfter(of: {
  lost: readonly LostSession[];
  before: readonly TunnelSession[];
  after: readonly TunnelSession[];
  actions: readonly FleetAction[];
  at: number;
}): LostSession[] {
  const { lost, before, after, actions, at } = of;
  const online = new Set(after.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const told = new Set(actions.map(({ sessionId }) => sessionId));
  const left = before
    .filter(({ id }) => !online.has(id) && !told.has(id))
    .map((session): LostSession => ({ session, at }));
  const rest = [...lost, ...left].filter((one) => at - one.at < NEWS_MS && !online.has(one.session.id));
  for (const session of after) {
    if (known.has(session.id)) continue;
    const identity = identityOf(session);
    const index = rest.findIndex((one) => identityOf(one.session) === identity);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}

let lost: readonly LostSession[] = [];
const changed = createSignal();
let watched: QueryClient | null = null;

/** From the first call on, notes what leaves the list of sessions, whichever page reads it. */
function watch(client: QueryClient): void {
  if (watched === client) return;
  watched = client;
  const { queryKey } = tunnelSessions.query;
  let before = client.getQueryData(queryKey);
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== "updated" && type !== "removed") return;
    if (query.queryHash !== JSON.stringify(queryKey)) return;
    const after = type === "removed" ? undefined : client.getQueryData(queryKey);
    if (after === before) return;
    const next =
      before && after
        ? lostAfter({ lost, before, after, actions: ledger.getSnapshot(), at: Date.now() })
        : after
          ? lost
          : [];
    before = after;
    if (next.length === lost.length && next.every((one, index) => one === lost[index])) return;
    lost = next;
    changed.tell();
  });
}

/** Sessions lost since the first call in this tab, oldest first. Another connection starts anew. */
export function useLostSessions(client: QueryClient): readonly LostSession[] {
  return useSyncExternalStore(
    (listener) => {
      watch(client);
      return changed.subscribe(listener);
    },
    () => lost,
  );
}
