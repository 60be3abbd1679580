import { ANSWER_SHAPES } from "#contract/answer-shapes.ts";
import { checkOf } from "#contract/check.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { fetchPage } from "#api/list.ts";
import { resource } from "./resource.ts";
import { sessionName } from "./session-name.ts";

/** Online sessions (api.md#tunnel-sessions); one answers 404 once it is offline. */
export const tunnelSessions = resource({
  kind: "session",
  path: "/tunnel_sessions",
  key: "tunnel_sessions",
  changes: true,
  answer: checkOf<TunnelSession>(ANSWER_SHAPES.session),
  nameOf: sessionName,
  moreOf: ({ ip, agent_version: version }) => [ip, version],
});

/** The newest sessions, in one request: enough to know which were there before a command. */
export async function fetchNewestSessions(): Promise<TunnelSession[]> {
  return (await fetchPage({ ...tunnelSessions, item: tunnelSessions.answer })).items;
}
