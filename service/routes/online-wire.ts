import type { Endpoint } from "#contract/endpoint.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { refPath } from "#contract/modules/module-contract.ts";
import { labelsMatch } from "../rules/labels.ts";
import type { Labelled } from "../store/backends.ts";
import type { EndpointRow, SessionRow, TunnelRow } from "../store/online.ts";
import { edgePath } from "./edge-wire.ts";

/** The documented fields only (decisions/contract/documented-fields.md). */
export function sessionWire(row: SessionRow, base: string): TunnelSession {
  const { id, agent_version, ip, metadata, os, region, started_at, transport, credential_id } = row;
  return {
    id,
    uri: `${base}/tunnel_sessions/${id}`,
    agent_version,
    credential: { id: credential_id, uri: `${base}/credentials/${credential_id}` },
    ip,
    metadata,
    os,
    region,
    started_at,
    transport,
  };
}

/** A backend tunnel has labels, the backends it serves, and no public URL, proto or endpoint (protocol-facts.md#tunnels). */
export function tunnelWire(row: TunnelRow, backends: readonly Labelled[], base: string): Tunnel {
  const { id, started_at, metadata, region, forwards_to, session_id } = row;
  const common = {
    id,
    started_at,
    metadata,
    region,
    tunnel_session: { id: session_id, uri: `${base}/tunnel_sessions/${session_id}` },
    forwards_to,
  };
  if (row.labels !== null) {
    const labels = JSON.parse(row.labels) as Record<string, string>;
    const served = backends.filter((backend) => labelsMatch(backend.labels, labels));
    return {
      ...common,
      labels,
      backends: served.map(({ id }) => ({ id, uri: `${base}${refPath("tunnelGroupBackend", id)}` })),
    };
  }
  const endpoint = row.endpoint_id && { id: row.endpoint_id, uri: `${base}/endpoints/${row.endpoint_id}` };
  return { ...common, public_url: row.public_url, proto: row.proto, endpoint: endpoint || null };
}

/** Served by a tunnel (ephemeral) or an edge, whose Ref it has (api.md#endpoints). */
export function endpointWire(row: EndpointRow, base: string): Endpoint {
  const { id, region, created_at, updated_at, public_url, proto, hostport, type, metadata } = row;
  const common = { id, region, created_at, updated_at, public_url, proto, hostport, type, metadata };
  if (row.edge_id !== null) {
    return { ...common, edge: { id: row.edge_id, uri: `${base}${edgePath(row.edge_id)}` } };
  }
  if (row.tunnel_id !== null) {
    return { ...common, tunnel: { id: row.tunnel_id, uri: `${base}/tunnels/${row.tunnel_id}` } };
  }
  return common;
}
