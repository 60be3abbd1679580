import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import type { UpdateReport } from "#contract/agent-release.ts";
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

/**
 * What an agent last said of an update: null where it has said nothing, or the service does not say; undefined when that
 * could not be read.
 */
export async function readUpdateReport(
  client: QueryClient,
  sessionId: string,
): Promise<UpdateReport | null | undefined> {
  try {
    return (await client.fetchQuery({ ...agentUpdate(sessionId), staleTime: 1_000 })).last;
  } catch (error) {
    return isAbsent(error) ? null : undefined;
  }
}
