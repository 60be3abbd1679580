import { PageQuery } from "../common.ts";
import { Endpoint, EndpointList } from "../endpoint.ts";
import { TunnelSession, TunnelSessionList } from "../tunnel-session.ts";
import { Tunnel, TunnelList } from "../tunnel.ts";
import { operation } from "./operation.ts";

const listErrors = ["limitInvalid", "valueInvalid"] as const;
const getErrors = ["idMalformed", "resourceUnknown"] as const;
const commandErrors = [...getErrors, "shuttingDown", "agentUnreachable", "agentSilent"] as const;

/** api.md#tunnel-sessions. 204 to a command = the agent accepted it. */
export const sessionOperations = {
  list: operation({
    id: "TunnelSessionsList",
    method: "GET",
    path: "/tunnel_sessions",
    summary: "List online tunnel sessions, newest first.",
    tag: "Tunnel sessions",
    query: PageQuery,
    status: 200,
    answer: TunnelSessionList,
    errors: listErrors,
  }),
  get: operation({
    id: "TunnelSessionsGet",
    method: "GET",
    path: "/tunnel_sessions/{id}",
    summary: "Get an online tunnel session.",
    tag: "Tunnel sessions",
    status: 200,
    answer: TunnelSession,
    errors: getErrors,
  }),
  restart: operation({
    id: "TunnelSessionsRestart",
    method: "POST",
    path: "/tunnel_sessions/{id}/restart",
    summary: "Tell the agent to replace its own process. It comes back under a new session id.",
    tag: "Tunnel sessions",
    status: 204,
    errors: [...commandErrors, "restartUnsupported", "restartFailed"],
  }),
  stop: operation({
    id: "TunnelSessionsStop",
    method: "POST",
    path: "/tunnel_sessions/{id}/stop",
    summary: "Tell the agent to exit.",
    tag: "Tunnel sessions",
    status: 204,
    errors: [...commandErrors, "stopUnsupported", "stopFailed"],
  }),
  update: operation({
    id: "TunnelSessionsUpdate",
    method: "POST",
    path: "/tunnel_sessions/{id}/update",
    summary: "Tell the agent to update itself, never to a new major version. Restart it at least 10 s later.",
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
export const tunnelOperations = {
  list: operation({
    id: "TunnelsList",
    method: "GET",
    path: "/tunnels",
    summary: "List online tunnels, newest first.",
    tag: "Tunnels",
    query: PageQuery,
    status: 200,
    answer: TunnelList,
    errors: listErrors,
  }),
  get: operation({
    id: "TunnelsGet",
    method: "GET",
    path: "/tunnels/{id}",
    summary: "Get an online tunnel.",
    tag: "Tunnels",
    status: 200,
    answer: Tunnel,
    errors: getErrors,
  }),
} as const;

/** api.md#tunnels. */
export const endpointOperations = {
  list: operation({
    id: "EndpointsList",
    method: "GET",
    path: "/endpoints",
    summary: "List active endpoints, newest first.",
    tag: "Endpoints",
    query: PageQuery,
    status: 200,
    answer: EndpointList,
    errors: listErrors,
  }),
  get: operation({
    id: "EndpointsGet",
    method: "GET",
    path: "/endpoints/{id}",
    summary: "Get an active endpoint.",
    tag: "Endpoints",
    status: 200,
    answer: Endpoint,
    errors: getErrors,
  }),
} as const;
