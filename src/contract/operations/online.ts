import { ChangesQuery } from "../common.ts";
import { Endpoint, EndpointList } from "../endpoint.ts";
import { TunnelSession, TunnelSessionList } from "../tunnel-session.ts";
import { Tunnel, TunnelList } from "../tunnel.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS, readOperations } from "./resource.ts";

const commandErrors = [...ITEM_ERRORS, "shuttingDown", "agentUnreachable", "agentSilent"] as const;

/** api.md#tunnel-sessions. 204 to a command = the agent accepted it. */
export const sessionOperations = {
  ...readOperations({
    id: "TunnelSessions",
    path: "/tunnel_sessions",
    tag: "Tunnel sessions",
    list: TunnelSessionList,
    query: ChangesQuery,
    answer: TunnelSession,
    summaries: {
      list: "List online tunnel sessions, newest first.",
      get: "Get an online tunnel session.",
    },
  }),
  restart: operation({
    id: "TunnelSessionsRestart",
    method: "POST",
    path: "/tunnel_sessions/{id}/restart",
    summary: "Restart the agent. It reconnects with a new session ID.",
    tag: "Tunnel sessions",
    status: 204,
    errors: [...commandErrors, "restartUnsupported", "restartFailed"],
  }),
  stop: operation({
    id: "TunnelSessionsStop",
    method: "POST",
    path: "/tunnel_sessions/{id}/stop",
    summary: "Stop the agent.",
    tag: "Tunnel sessions",
    status: 204,
    errors: [...commandErrors, "stopUnsupported", "stopFailed"],
  }),
  update: operation({
    id: "TunnelSessionsUpdate",
    method: "POST",
    path: "/tunnel_sessions/{id}/update",
    summary: "Update the agent, never to a new major version. Restart it at least 10 s later.",
    tag: "Tunnel sessions",
    status: 204,
    errors: [
      ...commandErrors,
      "updateUnsupported",
      "updateFailed",
      "updateNotAvailable",
      "updateDisabled",
      "updateRunning",
      "updateAwaitsRestart",
    ],
  }),
} as const;

/** api.md#tunnels. */
export const tunnelOperations = readOperations({
  id: "Tunnels",
  path: "/tunnels",
  tag: "Tunnels",
  list: TunnelList,
  answer: Tunnel,
  summaries: { list: "List online tunnels, newest first.", get: "Get an online tunnel." },
});

/** api.md#tunnels. */
export const endpointOperations = readOperations({
  id: "Endpoints",
  path: "/endpoints",
  tag: "Endpoints",
  list: EndpointList,
  answer: Endpoint,
  summaries: { list: "List active endpoints, newest first.", get: "Get an active endpoint." },
});
