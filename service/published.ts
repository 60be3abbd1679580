import type { ReleaseFacts } from "#contract/agent-release.ts";
import { newestByMajor } from "#contract/outdated.ts";
import { compareVersions } from "#contract/version.ts";
import type { Services } from "./http/call.ts";

/** What agents can update to, those of the demo too: the newest of each major version, the highest first. */
export async function publishedReleases({
  releases,
  demoReleases,
}: Pick<Services, "releases" | "demoReleases">): Promise<ReleaseFacts[]> {
  const all = [...(demoReleases?.() ?? []), ...((await releases?.all()) ?? [])];
  const published = new Map(all.map((release) => [release.version, release]));
  return [...newestByMajor(published.keys()).values()]
    .toSorted((a, b) => compareVersions(b, a))
    .flatMap((version) => published.get(version) ?? []);
}
