import { TunnelSession, TunnelSessionList } from "#contract/tunnel-session.ts";
import { request } from "#api/client.ts";
import { resource } from "./resource.ts";
import { sessionName } from "./session-name.ts";

/** Online sessions (api.md#tunnel-sessions); one answers 404 once it is offline. */
export const tunnelSessions = resource({
  kind: "session",
  path: "/tunnel_sessions",
  key: "tunnel_sessions",
  answer: TunnelSession,
  nameOf: sessionName,
  moreOf: ({ ip, agent_version: version }) => [ip, version],
});

/** The newest sessions, in one request: enough to know which were there before a command. */
export async function fetchNewestSessions(): Promise<TunnelSession[]> {
  const page = await request({ method: "GET", path: tunnelSessions.path, answer: TunnelSessionList });
  return page.tunnel_sessions;
}
