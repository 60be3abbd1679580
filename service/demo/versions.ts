/** Released versions of the demo's agent, newest first. */
export const RELEASES = ["3.18.2", "3.17.4", "3.16.0", "3.15.1", "2.9.5", "2.8.3"] as const;
export type Release = (typeof RELEASES)[number];

/** The newest release of the same major version, or null when that one runs already (protocol-facts.md#agent-commands). */
export function newerRelease(version: string): string | null {
  const major = version.split(".")[0];
  const newest = RELEASES.find((release) => release.split(".")[0] === major);
  return newest === undefined || newest === version ? null : newest;
}
