import { EndedSession, EndedSessionList } from "../ended-session.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS } from "./resource.ts";

const tag = "Tunnel sessions";

/** Extensions (decisions/fleet/ended-sessions.md). */
export const endedSessionOperations = {
  list: operation({
    id: "EndedSessionsList",
    method: "GET",
    path: "/ended_sessions",
    summary:
      "List the sessions that ended within the last 24 hours and whose agents are not online again, the latest first: up to 100.",
    tag,
    status: 200,
    answer: EndedSessionList,
    errors: [],
  }),
  get: operation({
    id: "EndedSessionsGet",
    method: "GET",
    path: "/ended_sessions/{id}",
    summary:
      "Get a session that ended within the last 24 hours: how, what it served, and which session came after it.",
    tag,
    status: 200,
    answer: EndedSession,
    errors: ITEM_ERRORS,
  }),
} as const;
