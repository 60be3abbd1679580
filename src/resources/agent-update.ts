import { queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { pollEvery } from "#api/query-client.ts";
import { AgentUpdate } from "#contract/agent-update.ts";

const POLL_MS = 3_000;

/** What an update of a session’s agent would install, and how the last one went. An extension (decisions/api/extensions.md). */
export const agentUpdate = (sessionId: string) =>
  queryOptions({
    queryKey: ["agent_update", sessionId],
    queryFn: ({ signal }) =>
      request({ method: "GET", path: `/tunnel_sessions/${sessionId}/update`, answer: AgentUpdate, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: pollEvery(POLL_MS),
  });
