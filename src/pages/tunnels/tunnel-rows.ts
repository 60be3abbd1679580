import { metadataLine } from "#resources/metadata-text.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";

/** One row: a tunnel and, once the sessions are read, the one it runs on. Same inputs, same object. */
export type TunnelRow = {
  id: string;
  item: Tunnel;
  name: string;
  /** null: not read yet, or the service does not show it. */
  session: TunnelSession | null;
  /** Is its endpoint among those that were read? */
  endpointKnown: boolean;
  agent: string;
  metadata: string;
};

const made = new WeakMap<Tunnel, TunnelRow>();

function rowOf(tunnel: Tunnel, session: TunnelSession | null, endpointKnown: boolean): TunnelRow {
  const known = made.get(tunnel);
  if (known?.session === session && known.endpointKnown === endpointKnown) return known;
  const { id, tunnel_session: ref, metadata } = tunnel;
  const row = {
    id,
    item: tunnel,
    name: tunnelName(tunnel),
    session,
    endpointKnown,
    agent: session ? sessionName(session) : (ref?.id ?? ""),
    metadata: metadataLine(metadata ?? ""),
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
