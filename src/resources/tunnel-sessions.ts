import { queryOptions } from "@tanstack/react-query";
import { TunnelSession, TunnelSessionList, type AgentCommand } from "#contract/tunnel-session.ts";
import { request } from "#api/client.ts";
import { scannedList } from "#api/scanned-list.ts";

/** Longer than the service waits for an agent's answer, so that its 504 arrives rather than our own time-out. */
const COMMAND_TIMEOUT_MS = 30_000;

const pathOf = (id: string) => `/tunnel_sessions/${encodeURIComponent(id)}`;

/** Every online session, newest first (api.md#tunnel-sessions). */
export const tunnelSessions = scannedList({
  path: "/tunnel_sessions",
  key: "tunnel_sessions",
  item: TunnelSession,
});

/** One session; 404 once it is offline. */
export function tunnelSessionQuery(id: string) {
  return queryOptions({
    queryKey: ["tunnel_sessions", "detail", id],
    queryFn: ({ signal }) => request({ method: "GET", path: pathOf(id), answer: TunnelSession, signal }),
  });
}

/**
 * Tells a session's agent to restart, stop or update. Resolving means the agent accepted it (204), not that it is done;
 * an ApiError with `retry: "unsure"` means it may have worked all the same.
 */
export function commandAgent(id: string, command: AgentCommand): Promise<undefined> {
  return request({
    method: "POST",
    path: `${pathOf(id)}/${command}`,
    body: {},
    timeoutMs: COMMAND_TIMEOUT_MS,
  });
}

/** The newest sessions, in one request: enough to know which were there before a command. */
export async function fetchNewestSessions(): Promise<TunnelSession[]> {
  const page = await request({ method: "GET", path: "/tunnel_sessions", answer: TunnelSessionList });
  return page.tunnel_sessions;
}
