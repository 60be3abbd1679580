import type { Told } from "#contract/outdated.ts";
import { compareVersions } from "#contract/version.ts";
import { neverReached, type FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";

/** Successor id → the session it replaced, for every successor already given away by an action. */
export function claimsOf(actions: readonly FleetAction[]): Map<string, string> {
  const claims = new Map<string, string>();
  for (const { state, sessionId } of actions) {
    if ("successorId" in state && state.successorId !== undefined) claims.set(state.successorId, sessionId);
  }
  return claims;
}

/** Each session with the one that its agent held before, as far as this visit knows. */
export function pairsOf(
  actions: readonly FleetAction[],
  left: readonly Departure[],
): (readonly [after: string, before: string])[] {
  const back = left.flatMap((one) => (one.back ? [[one.back, one.session.id] as const] : []));
  return [...back, ...claimsOf(actions)];
}

/** Session id → the session that its agent held before. */
export const predecessorsOf = (...known: Parameters<typeof pairsOf>): ReadonlyMap<string, string> =>
  new Map(pairsOf(...known));

/** The sessions of one agent: this one, then those before it. */
export function lineageOf(id: string, predecessors: ReadonlyMap<string, string>): string[] {
  const ids = new Set<string>();
  for (let one: string | undefined = id; one !== undefined && !ids.has(one); one = predecessors.get(one))
    ids.add(one);
  return [...ids];
}

/** Whether the version of an agent is known to have risen since an update came to nothing, whoever updated it then. */
export function isSuperseded({ kind, session, state }: FleetAction, version: Told): boolean {
  const from = "version" in state ? state.version : session.agent_version;
  return kind === "update" && Boolean(from) && compareVersions(version ?? "", from ?? "") > 0;
}

/** The newest update of an agent that did not take, while no later one did; null when there is none. */
export function failedUpdateOf(
  actions: readonly FleetAction[],
  lineage: readonly string[],
  version: Told,
): FleetAction | null {
  const newest = actions.findLast(
    (one) => one.kind === "update" && lineage.includes(one.sessionId) && !neverReached(one),
  );
  return newest &&
    ["refused", "failed", "unchanged"].includes(newest.state.phase) &&
    !isSuperseded(newest, version)
    ? newest
    : null;
}
