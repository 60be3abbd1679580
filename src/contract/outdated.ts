import { compareVersions, parseVersion } from "./version.ts";

/** What an agent says of its version: nothing at some services, or a text that is no version. */
export type Told = string | null | undefined;

/** The versions of the releases that a service publishes: null where it does not say, undefined while that is not known. */
export type Published = readonly string[] | null | undefined;

/** The highest release of each major: what "outdated" is measured against (decisions/fleet/outdated.md). */
export function newestByMajor(versions: Iterable<Told>): ReadonlyMap<number, string> {
  const newest = new Map<number, string>();
  for (const text of new Set(versions)) {
    const version = parseVersion(text ?? "");
    if (!text || !version || version.pre.length > 0) continue;
    const best = newest.get(version.major);
    if (best === undefined || compareVersions(text, best) > 0) newest.set(version.major, text);
  }
  return newest;
}

/** The same of all that is known: what agents run, and what the service publishes. */
export const newestKnown = (
  agents: readonly { agent_version?: Told }[],
  published: Published,
): ReadonlyMap<number, string> =>
  newestByMajor([...agents.map(({ agent_version: version }) => version), ...(published ?? [])]);

/** The release an agent could update to, or null when none is known. Never a new major version (protocol-facts.md#agent-commands). */
export function updateTarget(version: Told, newest: ReadonlyMap<number, string>): string | null {
  const own = parseVersion(version ?? "");
  const best = own && newest.get(own.major);
  return version && best && compareVersions(version, best) < 0 ? best : null;
}
