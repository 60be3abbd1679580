import { TunnelSession, TunnelSessionList, type AgentCommand } from "#contract/tunnel-session.ts";
import type { Connection } from "#api/connection.ts";
import { request } from "#api/client.ts";
import { resource } from "./resource.ts";
import { sessionName } from "./session-name.ts";

/** Longer than the service waits for an agent's answer, so that its 504 arrives rather than our own time-out. */
const COMMAND_TIMEOUT_MS = 30_000;

/** Online sessions (api.md#tunnel-sessions); one answers 404 once it is offline. */
export const tunnelSessions = resource({
  kind: "session",
  path: "/tunnel_sessions",
  key: "tunnel_sessions",
  answer: TunnelSession,
  nameOf: sessionName,
  moreOf: ({ ip, agent_version: version }) => [ip, version],
});

/**
 * Tells a session's agent to restart, stop or update. Resolving means the agent accepted it (204), not that it is done;
 * an ApiError with `retry: "unsure"` means it may have worked all the same.
 */
export function commandAgent(id: string, command: AgentCommand): Promise<undefined> {
  return request({
    method: "POST",
    path: `${tunnelSessions.pathOf(id)}/${command}`,
    body: {},
    timeoutMs: COMMAND_TIMEOUT_MS,
  });
}

/** The newest sessions, in one request: enough to know which were there before a command. */
export async function fetchNewestSessions(): Promise<TunnelSession[]> {
  const page = await request({ method: "GET", path: tunnelSessions.path, answer: TunnelSessionList });
  return page.tunnel_sessions;
}

/** Reads one session over a connection. @throws ApiError when the service does not take its key, or is none. */
export async function tryConnection(connection: Connection): Promise<void> {
  const { path } = tunnelSessions;
  await request({ method: "GET", path, query: { limit: 1 }, answer: TunnelSessionList, connection });
}
