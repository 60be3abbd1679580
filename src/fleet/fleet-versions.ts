import { formatCount } from "#ui/format.ts";
import { newestByMajor, parseVersion, updateTarget, type Told } from "./version.ts";

/** How many agents run what. `unknown`: those that tell no version that can be read; never up to date. */
export type FleetVersions = {
  online: number;
  current: number;
  outdated: number;
  unknown: number;
  /** The releases that the outdated ones could update to. */
  targets: readonly string[];
};

/** Counts online agents by whether they are up to date. */
export function fleetVersions(sessions: readonly { agent_version?: Told }[]): FleetVersions {
  const newest = newestByMajor(sessions.map((session) => session.agent_version));
  const targets = sessions.flatMap((session) => updateTarget(session.agent_version, newest) ?? []);
  const unknown = sessions.filter((session) => !parseVersion(session.agent_version ?? "")).length;
  const online = sessions.length;
  return {
    online,
    unknown,
    outdated: targets.length,
    current: online - unknown - targets.length,
    targets: [...new Set(targets)],
  };
}

/** The versions of a fleet in words: "3 outdated, 1 unknown version". Says "up to date" only of agents that are. */
export function fleetVersionsText({ online, outdated, unknown }: FleetVersions): string {
  if (online === 0) return "No agent is online";
  if (outdated + unknown === 0) return online === 1 ? "Up to date" : "All up to date";
  return [
    outdated > 0 ? `${formatCount(outdated)} outdated` : "",
    unknown > 0 ? `${formatCount(unknown)} of unknown version` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
