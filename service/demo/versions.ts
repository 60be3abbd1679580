import { createHash } from "node:crypto";
import type { ReleaseFacts } from "#contract/agent-release.ts";

/** Released versions of the demo's agent, newest first. */
export const RELEASES = ["3.18.2", "3.17.4", "3.16.0", "3.15.1", "2.9.5", "2.8.3"] as const;
export type Release = (typeof RELEASES)[number];

/** The same as the service publishes them. Agents of the demo are no programs: all that a release brings is its version. */
export const RELEASE_FACTS: readonly ReleaseFacts[] = RELEASES.map((version) => ({
  version,
  size: version.length,
  sha256: createHash("sha256").update(version).digest("hex"),
  notes: "",
}));

/** The newest release of the same major version, or null when that one runs already (protocol-facts.md#agent-commands). */
export function newerRelease(version: string): string | null {
  const major = version.split(".")[0];
  const newest = RELEASES.find((release) => release.split(".")[0] === major);
  return newest === undefined || newest === version ? null : newest;
}
