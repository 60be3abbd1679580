import type { LiveEdge } from "#contract/traffic/live-state.ts";
import type { EdgeAccount, Route, Snapshot } from "../account.ts";
import { breakerState } from "./circuit-breaker.ts";
import { NotApplicable } from "./compiled.ts";
import { limitState } from "./policies/limits.ts";
import { POLICIES } from "./policies/rules.ts";

/** Null of an edge that takes no visitors. */
export type LiveStateOf = (routeId: string) => Promise<LiveEdge | null>;

/** What the breaker and the rate limits of a route are at in this process, which is called `id`. Rejects when the account can’t be read. */
export function createLiveState(account: EdgeAccount, id: string): (routeId: string) => Promise<LiveEdge> {
  return async (routeId) => {
    const modules = routeOf(await account.now(), routeId)?.modules ?? {};
    const { circuit_breaker: breaker, policies } = modules;
    return {
      id,
      circuit_breaker: (breaker && applied(() => breakerOf(breaker, routeId))) ?? null,
      rate_limits: (policies && applied(() => limitsOf(policies, routeId))) ?? [],
    };
  };
}

/** One that has an address; without one nothing is counted. */
function routeOf({ hosts }: Snapshot, routeId: string): Route | undefined {
  for (const { serves } of hosts.values()) {
    const found = "edge" in serves && serves.edge.routes.find(({ id }) => id === routeId);
    if (found) return found;
  }
  return undefined;
}

/** Null of a module that can’t be applied: nobody gets as far as to be counted. */
function applied<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotApplicable) return null;
    throw error;
  }
}

const at = (ms: number): string => new Date(ms).toISOString();

function breakerOf(stored: object, routeId: string): NonNullable<LiveEdge["circuit_breaker"]> {
  const { state, since, triesAt, settings, buckets, ends } = breakerState(stored, routeId);
  return {
    state,
    since: at(since),
    tries_at: triesAt === null ? null : at(triesAt),
    settings,
    window_until: at(ends),
    requests: buckets.map(({ requests }) => requests),
    errors: buckets.map(({ errors }) => errors),
  };
}

const limitsOf = (stored: object, routeId: string): LiveEdge["rate_limits"] =>
  POLICIES.http(stored)().inbound.flatMap(({ title, actions }) =>
    actions.flatMap((action) =>
      action.type === "limit"
        ? [{ rule: title, name: action.name, by: action.by, ...limitState(action, routeId) }]
        : [],
    ),
  );
