import { counted, formatCount } from "#ui/format.ts";
import { isUpdating, type FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";
import { failedUpdateOf, lineageOf, predecessorsOf } from "./lineage.ts";
import { parseVersion } from "#contract/version.ts";
import { noRelease } from "#contract/no-release.ts";
import { newestKnown, updateTarget, type Published, type Told } from "#contract/outdated.ts";

type Agent = { id: string; agent_version?: Told };

/** An agent that runs an older release than it could. */
export type Outdated<Session> = {
  session: Session;
  /** The release it could update to. */
  target: string;
  /** What was done about it: an update is under way, until its restart is over, or did not take. */
  update: "none" | "under way" | "not taken";
  /** The one that is under way. */
  open: FleetAction | null;
  /** Its newest update where that did not take, sent to this session or to one before it. */
  failed: FleetAction | null;
};

/** The outdated among online agents, with what was done about it. */
export function outdatedOf<Session extends Agent>(
  sessions: readonly Session[],
  actions: readonly FleetAction[],
  left: readonly Departure[],
  published?: Published,
): Outdated<Session>[] {
  const newest = newestKnown(sessions, published);
  const predecessors = predecessorsOf(actions, left);
  return sessions.flatMap((session) => {
    const target = updateTarget(session.agent_version, newest);
    if (target === null) return [];
    // Also while its restart is under way, until its session has left the list.
    const open =
      actions.findLast(
        ({ sessionId, kind, state }) =>
          sessionId === session.id &&
          kind === "update" &&
          (state.phase === "sending" || state.phase === "waiting"),
      ) ?? null;
    const failed = open
      ? null
      : failedUpdateOf(actions, lineageOf(session.id, predecessors), session.agent_version);
    const update = open ? "under way" : failed ? "not taken" : "none";
    return [{ session, target, update, open, failed } as const];
  });
}

/** Counts online agents by whether they are up to date. */
export type FleetVersions = {
  online: number;
  current: number;
  /** Outdated ones that nothing was done about. */
  outdated: number;
  /** Those whose update is still being sent or installed. */
  updating: number;
  /** Those whose update is installed. */
  awaiting: number;
  notTaken: number;
  /** Those that tell no version that can be read; never up to date. */
  unknown: number;
  /** Those of a version for which no release is known; never up to date. */
  unreleased: number;
};

/** The versions of agents that the service has no release for. */
export function unreleasedOf(sessions: readonly Agent[], published: Published): ReadonlySet<Told> {
  const versions = [...new Set(sessions.map(({ agent_version: version }) => version))];
  return new Set(versions.filter((one) => noRelease(one, versions, published) !== null));
}

/** The versions of a fleet, and what was done about them, at `now` (ms). */
export function fleetVersions(
  sessions: readonly Agent[],
  actions: readonly FleetAction[],
  left: readonly Departure[],
  now: number,
  published?: Published,
): FleetVersions {
  const outdated = outdatedOf(sessions, actions, left, published);
  const having = (update: Outdated<Agent>["update"]) =>
    outdated.filter((one) => one.update === update).length;
  const updating = outdated.filter(
    ({ open }) => open && (open.state.phase === "sending" || isUpdating(open, now)),
  ).length;
  const unknown = sessions.filter((session) => !parseVersion(session.agent_version ?? "")).length;
  const without = unreleasedOf(sessions, published);
  const unreleased = sessions.filter(({ agent_version: version }) => without.has(version)).length;
  return {
    online: sessions.length,
    current: sessions.length - unknown - unreleased - outdated.length,
    outdated: having("none"),
    updating,
    awaiting: having("under way") - updating,
    notTaken: having("not taken"),
    unknown,
    unreleased,
  };
}

/** The versions of a fleet in words: "3 outdated, 1 awaits a restart" of them; nothing of those that can't be told. Says "up to date" only of agents that are. */
export function fleetVersionsText(of: FleetVersions): string {
  const { online, outdated, updating, awaiting, notTaken, unknown, unreleased } = of;
  if (online === 0) return "No agent is online";
  const all = outdated + updating + awaiting + notTaken;
  const parts = [
    all > 0 ? `${formatCount(all)} outdated` : "",
    updating > 0 ? `${formatCount(updating)} updating` : "",
    awaiting > 0 ? `${counted(awaiting, "awaits", "await")} a restart` : "",
    notTaken > 0 ? `${formatCount(notTaken)} did not update` : "",
  ].filter(Boolean);
  if (parts.length > 0 || unknown + unreleased > 0) return parts.join(", ");
  return online === 1 ? "Up to date" : "All up to date";
}
