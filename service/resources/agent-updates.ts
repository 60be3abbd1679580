import { ReleaseFacts, UpdateReport } from "#contract/agent-release.ts";
import { agentUpdateOperations } from "#contract/operations/agent-updates.ts";
import { implement } from "../implement.ts";
import { foundRow } from "../rules/found.ts";

/** What is published, what an update would install, and what came of the last one (decisions/agents/releases.md). */
export const agentUpdates = [
  implement(agentUpdateOperations.releases, async ({ releases }, { base }) => ({
    uri: `${base}/agent_releases`,
    agent_releases: ((await releases?.newest()) ?? []).map((release) => ReleaseFacts.parse(release)),
  })),
  implement(agentUpdateOperations.get, async ({ db, releases }, { base, params }) => {
    const { id, agent_version, agent_update } = await foundRow(db, "session", params.id);
    const release = await releases?.newestFor(agent_version);
    return {
      uri: `${base}/tunnel_sessions/${id}/update`,
      release: release ? ReleaseFacts.parse(release) : null,
      last: agent_update === null ? null : UpdateReport.parse(JSON.parse(agent_update)),
    };
  }),
];
