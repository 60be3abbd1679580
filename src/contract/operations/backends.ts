import {
  TunnelGroupBackend,
  TunnelGroupBackendCreate,
  TunnelGroupBackendList,
  TunnelGroupBackendUpdate,
} from "../backend.ts";
import { crudOperations } from "./resource.ts";

/** protocol-facts.md#backends: backends that serve through every tunnel whose labels include all of their own. */
export const backendOperations = crudOperations({
  id: "TunnelGroupBackends",
  path: "/backends/tunnel_group",
  tag: "Tunnel group backends",
  list: TunnelGroupBackendList,
  answer: TunnelGroupBackend,
  create: TunnelGroupBackendCreate,
  update: TunnelGroupBackendUpdate,
  summaries: {
    create: "Create a tunnel group backend.",
    list: "List tunnel group backends, newest first.",
    get: "Get a tunnel group backend with the tunnels that match it now.",
    update:
      "Change a tunnel group backend. Omitted and null fields stay unchanged; labels replace all labels.",
    remove: "Delete a tunnel group backend that no module uses.",
  },
  errors: { remove: ["inUse"] },
});
