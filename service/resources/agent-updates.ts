import { newestFor, ReleaseFacts, UpdateReport } from "#contract/agent-release.ts";
import { agentUpdateOperations } from "#contract/operations/agent-updates.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { implement } from "../implement.ts";
import { publishedReleases } from "../published.ts";
import { foundRow } from "../rules/found.ts";
import { updatesTold } from "../store/sessions.ts";

/** What is published, what an update would install, and what came of the last one (decisions/agents/releases.md). */
export const agentUpdates = [
  implement(agentUpdateOperations.releases, async (services, { base }) => {
    const { underWay, refused } = await updatesTold(services.db);
    const session = (id: string) => ({ id, uri: `${base}/tunnel_sessions/${id}` });
    return {
      uri: `${base}/agent_releases`,
      agent_releases: (await publishedReleases(services)).map((release) => ReleaseFacts.parse(release)),
      updates: underWay.map(({ id, report: { state, version } }) => ({
        session: session(id),
        state,
        version,
      })),
      refusals: refused.map(({ id, refused_at }) => ({
        session: session(id),
        error_code: UPDATE_REFUSALS.disabled,
        refused_at,
      })),
    };
  }),
  implement(agentUpdateOperations.get, async (services, { base, params }) => {
    const { id, agent_version, agent_update } = await foundRow(services.db, "session", params.id);
    const release = newestFor(agent_version, await publishedReleases(services));
    return {
      uri: `${base}/tunnel_sessions/${id}/update`,
      release: release ? ReleaseFacts.parse(release) : null,
      last: agent_update === null ? null : UpdateReport.parse(JSON.parse(agent_update)),
    };
  }),
];
