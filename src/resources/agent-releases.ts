import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { AgentReleaseList } from "#contract/agent-releases.ts";
import type { Published } from "#contract/outdated.ts";

/** The versions that the service publishes; null where it does not say (decisions/api/extensions.md). */
export async function readPublished(signal: AbortSignal): Promise<NonNullable<Published> | null> {
  try {
    const answer = await request({
      method: "GET",
      path: "/agent_releases",
      answer: AgentReleaseList,
      signal,
    });
    return answer.agent_releases.map(({ version }) => version);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
