import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { RefLink } from "#components/ref-link.tsx";
import type { Column } from "#table/column.ts";
import { AgentMenu } from "#fleet/agent-menu.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { RelativeTime } from "#ui/time.tsx";
import type { TunnelRow } from "./tunnel-rows.ts";

const muted = "text-content-muted";

/** The columns of /tunnels, by the wire names of what they show. */
export const columns: readonly Column<TunnelRow>[] = [
  {
    id: "public_url",
    exports: ["public_url", "labels"],
    head: "Public URL or labels",
    width: "minmax(14rem, 1fr)",
    place: "lead",
    sortable: true,
    cell: ({ id, name }) => (
      <Link to={href.tunnel(id)} title={name} className="scroll-mt-10 font-strong hover:underline">
        {name}
      </Link>
    ),
  },
  { id: "id", head: "Id", width: "9rem", place: "drop", hidden: true, cell: ({ id }) => <CopyId id={id} /> },
  {
    id: "proto",
    head: "Protocol",
    width: "4.5rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ tunnel }) => tunnel.proto || "by edge",
  },
  {
    id: "forwards_to",
    head: "Forwards to",
    width: "10rem",
    place: "sub",
    sortable: true,
    className: "font-mono text-xs text-content-muted",
    cell: ({ tunnel: { forwards_to: upstream } }) => (
      <span title={upstream ?? undefined}>{upstream || "–"}</span>
    ),
  },
  {
    id: "tunnel_session",
    head: "Session",
    width: "9rem",
    place: "sub",
    sortable: true,
    cell: ({ tunnel: { tunnel_session: ref }, session, agent }) =>
      ref ? <RefLink reference={ref} name={agent} known={session !== null} /> : "–",
  },
  {
    id: "endpoint",
    head: "Endpoint",
    width: "7.5rem",
    place: "drop",
    cell: ({ tunnel: { endpoint }, endpointKnown }) =>
      endpoint ? <RefLink reference={endpoint} known={endpointKnown} /> : "–",
  },
  {
    id: "region",
    head: "Region",
    width: "4rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ tunnel }) => tunnel.region || "–",
  },
  {
    id: "started_at",
    head: "Started",
    width: "5.5rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ tunnel }) => <RelativeTime at={tunnel.started_at} />,
  },
  {
    id: "metadata",
    head: "Metadata",
    width: "9rem",
    place: "drop",
    sortable: true,
    hidden: true,
    className: muted,
    cell: ({ metadata, tunnel }) => <span title={tunnel.metadata ?? undefined}>{metadata || "–"}</span>,
  },
  {
    id: "menu",
    head: "Actions",
    width: "2rem",
    place: "menu",
    cell: ({ id, name, tunnel, session }) => (
      <AgentMenu id={id} name={name} to={href.tunnel(id)} url={tunnel.public_url} session={session} />
    ),
  },
];
