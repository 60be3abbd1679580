import type { Tunnel } from "#contract/tunnel.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { edgeUsers } from "./edge-users.ts";
import { kindOf } from "./ref-target.ts";
import { backendsOf, labelText } from "./tunnel-names.ts";

/** Whether tunnels, of which there are some, get connections and no requests: by their protocol, or by the edges that send to their labels. */
export const onlyConnections = (tunnels: readonly Tunnel[], edges: readonly EdgeRow[]): boolean =>
  tunnels.length > 0 &&
  tunnels.every((tunnel) => {
    if (labelText(tunnel.labels) === "") return tunnel.proto === "tcp" || tunnel.proto === "tls";
    const users = backendsOf(tunnel).flatMap(({ id }) => edgeUsers({ kind: "backend", id }, edges));
    return users.length > 0 && users.every(({ id }) => kindOf(id) !== "route");
  });
