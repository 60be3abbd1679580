import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { AgentReleaseList } from "#contract/agent-releases.ts";

/** What the service publishes, and who installs it; null where it does not say (decisions/api/extensions.md). */
export async function readReleases(signal: AbortSignal) {
  try {
    return await request({ method: "GET", path: "/agent_releases", answer: AgentReleaseList, signal });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
