import {
  TunnelGroupBackend,
  TunnelGroupBackendCreate,
  TunnelGroupBackendList,
  TunnelGroupBackendUpdate,
} from "../backend.ts";
import { PageQuery } from "../common.ts";
import { operation } from "./operation.ts";

const tag = "Tunnel group backends";
const getErrors = ["idMalformed", "resourceUnknown"] as const;

/** protocol-facts.md#backends: backends that serve through every tunnel whose labels include all of their own. */
export const backendOperations = {
  create: operation({
    id: "TunnelGroupBackendsCreate",
    method: "POST",
    path: "/backends/tunnel_group",
    summary: "Create a tunnel group backend.",
    tag,
    body: TunnelGroupBackendCreate,
    status: 201,
    answer: TunnelGroupBackend,
    errors: [],
  }),
  list: operation({
    id: "TunnelGroupBackendsList",
    method: "GET",
    path: "/backends/tunnel_group",
    summary: "List tunnel group backends, newest first.",
    tag,
    query: PageQuery,
    status: 200,
    answer: TunnelGroupBackendList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  get: operation({
    id: "TunnelGroupBackendsGet",
    method: "GET",
    path: "/backends/tunnel_group/{id}",
    summary: "Get a tunnel group backend with the tunnels that match it now.",
    tag,
    status: 200,
    answer: TunnelGroupBackend,
    errors: getErrors,
  }),
  update: operation({
    id: "TunnelGroupBackendsUpdate",
    method: "PATCH",
    path: "/backends/tunnel_group/{id}",
    summary: "Change a tunnel group backend. What is left out or null stays; labels replace the whole map.",
    tag,
    body: TunnelGroupBackendUpdate,
    status: 200,
    answer: TunnelGroupBackend,
    errors: getErrors,
  }),
  remove: operation({
    id: "TunnelGroupBackendsDelete",
    method: "DELETE",
    path: "/backends/tunnel_group/{id}",
    summary: "Delete a tunnel group backend that no module uses.",
    tag,
    status: 204,
    errors: [...getErrors, "inUse"],
  }),
} as const;
