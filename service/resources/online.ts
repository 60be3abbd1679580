import { refPath } from "#contract/modules/module-contract.ts";
import { endpointOperations, sessionOperations, tunnelOperations } from "#contract/operations/online.ts";
import { publicUrl } from "../gateway/public-address.ts";
import { labelsMatch } from "../rules/labels.ts";
import { backendLabels, labelled } from "../store/backends.ts";
import { reads } from "./crud.ts";
import { sessionsBefore } from "../store/session-list.ts";
import type { Row } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { sessionsSince } from "../store/sessions.ts";
import { edgePath } from "./edge-wire.ts";

type SessionColumns = Omit<
  Row<"session">,
  "capabilities" | "node_id" | "succeeds" | "agent_update" | "update_refused_at"
>;

/** A session as it is answered, online or as it was: the documented fields only (decisions/contract/documented-fields.md). */
export function sessionWire(row: SessionColumns, { base, uri }: { base: string; uri: string }) {
  const { id, agent_version, ip, metadata, os, region, started_at, transport, credential_id } = row;
  const credential = { id: credential_id, uri: `${base}/credentials/${credential_id}` };
  return { id, uri, agent_version, credential, ip, metadata, os, region, started_at, transport };
}

export const sessions = reads({
  kind: "session",
  operations: sessionOperations,
  changes: sessionsSince,
  rows: (db, slice, { sessions: version }) => sessionsBefore(db, slice, version),
  wire: sessionWire,
});

/** A backend tunnel has labels, the backends it serves, and no public URL, proto or endpoint (protocol-facts.md#tunnels). */
function tunnelWire(
  row: Row<"tunnel">,
  { base }: { base: string },
  backends: Awaited<ReturnType<typeof backendLabels>>,
) {
  const { id, started_at, metadata, region, forwards_to, session_id } = row;
  const tunnel_session = { id: session_id, uri: `${base}/tunnel_sessions/${session_id}` };
  const common = { id, started_at, metadata, region, tunnel_session, forwards_to };
  if (row.labels !== null) {
    const { labels } = labelled(row);
    const served = backends.filter((backend) => labelsMatch(backend.labels, labels));
    return {
      ...common,
      labels: labels ?? {},
      backends: served.map(({ id }) => ({ id, uri: `${base}${refPath("tunnelGroupBackend", id)}` })),
    };
  }
  const endpoint = row.endpoint_id && { id: row.endpoint_id, uri: `${base}/endpoints/${row.endpoint_id}` };
  return { ...common, public_url: row.public_url, proto: row.proto, endpoint: endpoint || null };
}

const backendsOf = async (db: Db, rows: readonly Row<"tunnel">[]) =>
  rows.some(({ labels }) => labels !== null) ? backendLabels(db) : [];

/** Tunnels as they are answered. */
export async function tunnelWires(db: Db, rows: readonly Row<"tunnel">[], at: { base: string }) {
  const backends = await backendsOf(db, rows);
  return rows.map((row) => tunnelWire(row, at, backends));
}

export const tunnels = reads({
  kind: "tunnel",
  operations: tunnelOperations,
  beside: backendsOf,
  wire: tunnelWire,
});

/** Served by a tunnel (ephemeral) or an edge, whose Ref it has (api.md#endpoints). */
export const endpoints = reads({
  kind: "endpoint",
  operations: endpointOperations,
  wire: (row, { base, edge }) => {
    const { id, region, created_at, updated_at, proto, hostport, type, metadata } = row;
    const { edge_id, tunnel_id } = row;
    const public_url = edge_id === null || !edge ? row.public_url : publicUrl(proto, hostport, edge);
    const common = { id, region, created_at, updated_at, public_url, proto, hostport, type, metadata };
    if (edge_id !== null) return { ...common, edge: { id: edge_id, uri: `${base}${edgePath(edge_id)}` } };
    if (tunnel_id === null) return common;
    return { ...common, tunnel: { id: tunnel_id, uri: `${base}/tunnels/${tunnel_id}` } };
  },
});
