import type { EdgeRow } from "#resources/edge-lists.ts";
import { metadataLine } from "#resources/metadata-text.ts";
import type { JsonObject } from "#table/resource-list.tsx";
import type { RowModel } from "#table/rows.ts";
import { sessionName } from "#resources/session-name.ts";
import { endpointName } from "#resources/tunnel-names.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";

/** One row: an endpoint and, once they are read, the tunnel that serves it and its session. Same inputs, same object. */
export type EndpointRow = {
  id: string;
  endpoint: Endpoint;
  name: string;
  /** null: not read yet, none, or the service does not show it. */
  tunnel: Tunnel | null;
  session: TunnelSession | null;
  /** The edge that serves it. */
  edge: EdgeRow | null;
  agent: string;
  metadata: string;
  text: string;
};

const made = new WeakMap<Endpoint, EndpointRow>();

type Behind = Pick<EndpointRow, "tunnel" | "session" | "edge">;

function rowOf(endpoint: Endpoint, behind: Behind): EndpointRow {
  const { tunnel, session, edge } = behind;
  const known = made.get(endpoint);
  if (known?.tunnel === tunnel && known.session === session && known.edge === edge) return known;
  const { id, hostport, metadata, type, proto, region, domain } = endpoint;
  const name = endpointName(endpoint);
  const agent = session ? sessionName(session) : "";
  const ids = [endpoint.tunnel?.id, endpoint.edge?.id, domain?.id, tunnel?.tunnel_session?.id];
  const text = [id, name, hostport, metadata, type, proto, region, agent, tunnel?.forwards_to, ...ids];
  const row = {
    id,
    endpoint,
    name,
    ...behind,
    agent,
    metadata: metadataLine(metadata ?? ""),
    text: text.join("\n").toLowerCase(),
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
): EndpointRow[] {
  const edgeById = new Map(edges?.map((edge) => [edge.id, edge]));
  const tunnelById = new Map(tunnels?.map((tunnel) => [tunnel.id, tunnel]));
  const sessionById = new Map(sessions?.map((session) => [session.id, session]));
  return endpoints.map((endpoint) => {
    const tunnel = tunnelById.get(endpoint.tunnel?.id ?? "") ?? null;
    const session = sessionById.get(tunnel?.tunnel_session?.id ?? "") ?? null;
    return rowOf(endpoint, { tunnel, session, edge: edgeById.get(endpoint.edge?.id ?? "") ?? null });
  });
}

const NONE = "none";

/** An edge's endpoint may be served by several sessions or none; its page tells. */
function hasSession({ endpoint, session }: EndpointRow): string {
  if (session) return "yes";
  return endpoint.edge ? "by its edge" : "no";
}

export const endpointModel: RowModel<EndpointRow> = {
  searchText: ({ text }) => text,
  facets: [
    { id: "proto", label: "Protocol", valueOf: ({ endpoint }) => endpoint.proto || NONE },
    { id: "region", label: "Region", valueOf: ({ endpoint }) => endpoint.region || NONE },
    { id: "type", label: "Type", valueOf: ({ endpoint }) => endpoint.type },
    { id: "has_session", label: "Has session", valueOf: hasSession },
  ],
  sortKeys: {
    public_url: ({ name }) => name.toLowerCase(),
    type: ({ endpoint }) => endpoint.type,
    proto: ({ endpoint }) => endpoint.proto ?? "",
    region: ({ endpoint }) => endpoint.region ?? "",
    served_by: ({ agent, endpoint }) => agent.toLowerCase() || (endpoint.edge?.id ?? ""),
    created_at: ({ endpoint }) => Date.parse(endpoint.created_at),
    updated_at: ({ endpoint }) => Date.parse(endpoint.updated_at),
    metadata: ({ metadata }) => metadata.toLowerCase(),
  },
  tie: ({ id }) => id,
};

export const endpointSchema: TableSchema = {
  facets: endpointModel.facets.map(({ id }) => id),
  fixed: { has_session: ["yes", "no", "by its edge"] },
  sortable: Object.keys(endpointModel.sortKeys),
  defaultSort: { column: "public_url", descending: false },
};

/** A row as it is exported: wire names; a Ref as its id. */
export function exportEndpoint({ endpoint, tunnel }: EndpointRow): JsonObject {
  const { id, public_url, hostport, type, proto, region, edge, domain, created_at, updated_at, metadata } =
    endpoint;
  return {
    id,
    public_url: public_url ?? "",
    hostport: hostport ?? "",
    type,
    proto: proto ?? "",
    region: region ?? "",
    tunnel: endpoint.tunnel?.id ?? "",
    tunnel_session: tunnel?.tunnel_session?.id ?? "",
    edge: edge?.id ?? "",
    domain: domain?.id ?? "",
    created_at,
    updated_at,
    metadata: metadata ?? "",
  };
}
