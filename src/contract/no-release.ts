import { newestByMajor, type Published, type Told, updateTarget } from "./outdated.ts";
import { parseVersion } from "./version.ts";

const majorOf = (version: Told): number | undefined => parseVersion(version ?? "")?.major;

/**
 * "No release for 0.x" where a service says what it publishes, has nothing of an agent's major version, and none of
 * `others`, the versions of all agents, is another one of it. Else null: it can be told whether it is outdated.
 */
export function noRelease(version: Told, others: readonly Told[], published: Published): string | null {
  const major = majorOf(version);
  if (!published || major === undefined || published.some((one) => majorOf(one) === major)) return null;
  if (others.some((one) => one !== version && majorOf(one) === major)) return null;
  return `No release for ${major}.x`;
}

/** Why an update would change nothing, as a sentence; null where it may. `others` are the versions of all agents. */
export function noUpdate(version: Told, others: readonly Told[], published: Published): string | null {
  const none = noRelease(version, others, published);
  if (none !== null) return `${none}. Update it on its host.`;
  if (!published?.length || majorOf(version) === undefined) return null;
  return updateTarget(version, newestByMajor([...others, ...published])) === null ? "Up to date." : null;
}

/** The same of an update with its restart, for which only what the service has counts; null where nobody knows that. */
export const nothingToUpdate = (version: Told, published: Published): string | null =>
  published?.length ? noUpdate(version, [], published) : null;
