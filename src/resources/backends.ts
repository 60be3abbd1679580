import { TunnelGroupBackend, TunnelGroupBackendCreate } from "#contract/backend.ts";
import { resource } from "./resource.ts";
import { labelText } from "./tunnel-names.ts";

/** Tunnel group backends (protocol-facts.md#backends); deleting is refused with 409 while a module names one. */
export const backends = resource({
  kind: "tunnelGroupBackend",
  path: "/backends/tunnel_group",
  key: "backends",
  answer: TunnelGroupBackend,
  create: TunnelGroupBackendCreate,
  nameOf: ({ id, description, labels }) => description || labelText(labels) || id,
  moreOf: ({ labels }) => [labelText(labels)],
});
