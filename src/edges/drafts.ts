import type { QueryClient } from "@tanstack/react-query";
import { edges } from "#resources/edges.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import type { RouteCreate } from "#contract/route-request.ts";

/** A route to be made in the form. `missing` are its modules whose secret must be typed, `unknown` fields that no form has. */
export type RouteDraft = { body: RouteCreate; missing: readonly string[]; unknown?: readonly string[] };

const NONE: readonly RouteDraft[] = [];
const ALL = ["route_drafts"] as const;
const keyOf = (edgeId: string) => [...ALL, edgeId] as const;

/** What messages about an edge's routes that are restored are about: the last one made takes their place. */
export const aboutDrafts = (edgeId: string, protocol: EdgeProtocol = "https"): string =>
  `${edges[protocol].pathOf(edgeId)}/drafts`;

/** A reload would drop drafts that wait: until `signal` it asks first. */
export function askBeforeReload(client: QueryClient, signal: AbortSignal): void {
  const isWaiting = () =>
    client.getQueriesData<readonly RouteDraft[]>({ queryKey: ALL }).some(([, drafts]) => drafts?.length);
  const ask = (event: BeforeUnloadEvent) => {
    if (isWaiting()) event.preventDefault();
  };
  addEventListener("beforeunload", ask, { signal });
}

/** Keeps routes of an edge for its form of new routes: in memory alone, since they may hold secrets, until disconnected. */
export function holdDrafts(client: QueryClient, edgeId: string, drafts: readonly RouteDraft[]): void {
  client.setQueryDefaults(keyOf(edgeId), { gcTime: Infinity });
  client.setQueryData(keyOf(edgeId), drafts);
}

/** The routes that wait to be made at an edge. */
export function heldDrafts(client: QueryClient, edgeId: string): readonly RouteDraft[] {
  return client.getQueryData<readonly RouteDraft[]>(keyOf(edgeId)) ?? NONE;
}
