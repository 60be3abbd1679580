import { metadataLine } from "#resources/metadata-text.ts";
import type { JsonObject } from "#table/resource-list.tsx";
import type { RowModel } from "#table/rows.ts";
import { sessionName } from "#resources/session-name.ts";
import { labelText, tunnelName } from "#resources/tunnel-names.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";

/** One row: a tunnel and, once the sessions are read, the one it runs on. Same inputs, same object. */
export type TunnelRow = {
  id: string;
  tunnel: Tunnel;
  name: string;
  /** null: not read yet, or the service does not show it. */
  session: TunnelSession | null;
  /** Is its endpoint among those that were read? */
  endpointKnown: boolean;
  agent: string;
  metadata: string;
  text: string;
};

const made = new WeakMap<Tunnel, TunnelRow>();

function rowOf(tunnel: Tunnel, session: TunnelSession | null, endpointKnown: boolean): TunnelRow {
  const known = made.get(tunnel);
  if (known?.session === session && known.endpointKnown === endpointKnown) return known;
  const { id, tunnel_session: ref, endpoint, forwards_to: upstream, metadata, proto, region } = tunnel;
  const name = tunnelName(tunnel);
  const agent = session ? sessionName(session) : (ref?.id ?? "");
  const text = [
    id,
    name,
    labelText(tunnel.labels),
    upstream,
    metadata,
    proto,
    region,
    agent,
    ref?.id,
    endpoint?.id,
  ];
  const row = {
    id,
    tunnel,
    name,
    session,
    endpointKnown,
    agent,
    metadata: metadataLine(metadata ?? ""),
    text: text.join("\n").toLowerCase(),
  };
  made.set(tunnel, row);
  return row;
}

/** The rows of the tunnels; undefined = not read yet. */
export function tunnelRows(
  tunnels: readonly Tunnel[],
  sessions: readonly TunnelSession[] | undefined,
  endpoints: readonly { id: string }[] | undefined,
): TunnelRow[] {
  const byId = new Map(sessions?.map((session) => [session.id, session]));
  const endpointIds = new Set(endpoints?.map(({ id }) => id));
  return tunnels.map((tunnel) =>
    rowOf(
      tunnel,
      byId.get(tunnel.tunnel_session?.id ?? "") ?? null,
      endpointIds.has(tunnel.endpoint?.id ?? ""),
    ),
  );
}

const NONE = "none";

export const tunnelModel: RowModel<TunnelRow> = {
  searchText: ({ text }) => text,
  facets: [
    { id: "proto", label: "Protocol", valueOf: ({ tunnel }) => tunnel.proto || NONE },
    { id: "region", label: "Region", valueOf: ({ tunnel }) => tunnel.region || NONE },
    { id: "type", label: "Type", valueOf: ({ tunnel }) => (tunnel.public_url ? "ephemeral" : "backend") },
    { id: "has_session", label: "Has session", valueOf: ({ session }) => (session ? "yes" : "no") },
  ],
  sortKeys: {
    public_url: ({ name }) => name.toLowerCase(),
    proto: ({ tunnel }) => tunnel.proto ?? "",
    forwards_to: ({ tunnel }) => (tunnel.forwards_to ?? "").toLowerCase(),
    tunnel_session: ({ agent }) => agent.toLowerCase(),
    region: ({ tunnel }) => tunnel.region ?? "",
    started_at: ({ tunnel }) => Date.parse(tunnel.started_at),
    metadata: ({ metadata }) => metadata.toLowerCase(),
  },
  tie: ({ id }) => id,
};

export const tunnelSchema: TableSchema = {
  facets: tunnelModel.facets.map(({ id }) => id),
  fixed: { type: ["ephemeral", "backend"], has_session: ["yes", "no"] },
  sortable: Object.keys(tunnelModel.sortKeys),
  defaultSort: { column: "started_at", descending: true },
};

/** A row as it is exported: wire names; a Ref as its id. */
export function exportTunnel({ tunnel }: TunnelRow): JsonObject {
  const {
    id,
    public_url,
    labels,
    proto,
    forwards_to,
    tunnel_session,
    endpoint,
    region,
    started_at,
    metadata,
  } = tunnel;
  return {
    id,
    public_url: public_url ?? "",
    labels: labelText(labels),
    proto: proto ?? "",
    forwards_to: forwards_to ?? "",
    tunnel_session: tunnel_session?.id ?? "",
    endpoint: endpoint?.id ?? "",
    region: region ?? "",
    started_at,
    metadata: metadata ?? "",
  };
}
