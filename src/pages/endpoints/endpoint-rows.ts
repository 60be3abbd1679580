import type { EdgeRow } from "#resources/edge-discovery.ts";
import { faultWay, type EdgeWay, type Serving } from "#resources/edge-way.ts";
import { metadataLine } from "#resources/metadata-text.ts";
import { sessionName } from "#resources/session-name.ts";
import { endpointName } from "#resources/tunnel-names.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";

/** One row: an endpoint and, once they are read, the tunnel that serves it and its session. Same inputs, same object. */
export type EndpointRow = {
  id: string;
  item: Endpoint;
  name: string;
  /** null: not read yet, none, or the service does not show it. */
  tunnel: Tunnel | null;
  session: TunnelSession | null;
  /** The edge that serves it. */
  edge: EdgeRow | null;
  /** What that edge, or the address of a tunnel that nobody can reach, leads to. */
  way: EdgeWay | null;
  agent: string;
  metadata: string;
};

const made = new WeakMap<Endpoint, EndpointRow>();

type Behind = Pick<EndpointRow, "tunnel" | "session" | "edge" | "way">;

function rowOf(endpoint: Endpoint, behind: Behind): EndpointRow {
  const { tunnel, session, edge, way } = behind;
  const known = made.get(endpoint);
  if (known?.tunnel === tunnel && known.session === session && known.edge === edge && known.way === way)
    return known;
  const row = {
    id: endpoint.id,
    item: endpoint,
    name: endpointName(endpoint),
    ...behind,
    agent: session ? sessionName(session) : "",
    metadata: metadataLine(endpoint.metadata ?? ""),
  };
  made.set(endpoint, row);
  return row;
}

/** The rows of the endpoints; undefined = not read yet. */
export function endpointRows(
  endpoints: readonly Endpoint[],
  tunnels: readonly Tunnel[] | undefined,
  sessions: readonly TunnelSession[] | undefined,
  edges: readonly EdgeRow[] | undefined,
  ways?: ReadonlyMap<string, EdgeWay>,
  faults: Pick<Serving, "ports" | "unreached"> = {},
): EndpointRow[] {
  const edgeById = new Map(edges?.map((edge) => [edge.id, edge]));
  const tunnelById = new Map(tunnels?.map((tunnel) => [tunnel.id, tunnel]));
  const sessionById = new Map(sessions?.map((session) => [session.id, session]));
  return endpoints.map((endpoint) => {
    const tunnel = tunnelById.get(endpoint.tunnel?.id ?? "") ?? null;
    const session = sessionById.get(tunnel?.tunnel_session?.id ?? "") ?? null;
    const edgeId = endpoint.edge?.id ?? "";
    const own = faultWay({ ...endpoint, address: endpointName(endpoint) }, faults);
    const behind = { edge: edgeById.get(edgeId) ?? null, way: own ?? ways?.get(edgeId) ?? null };
    return rowOf(endpoint, { tunnel, session, ...behind });
  });
}
