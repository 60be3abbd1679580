import { AgentReleaseList } from "../agent-releases.ts";
import { AgentUpdate } from "../agent-update.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS } from "./resource.ts";

/** Extensions (decisions/agents/releases.md). */
export const agentUpdateOperations = {
  get: operation({
    id: "TunnelSessionsUpdateGet",
    method: "GET",
    path: "/tunnel_sessions/{id}/update",
    summary: "Get what an update of the agent would install, and what came of its last one.",
    tag: "Tunnel sessions",
    status: 200,
    answer: AgentUpdate,
    errors: ITEM_ERRORS,
  }),
  releases: operation({
    id: "AgentReleasesList",
    method: "GET",
    path: "/agent_releases",
    summary:
      "List the newest published release of each major version of the agent, who installs one, and who refused.",
    tag: "Tunnel sessions",
    status: 200,
    answer: AgentReleaseList,
    errors: [],
  }),
} as const;
