import { Link } from "react-router-dom";
import { edgeName } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { RefLink } from "#components/ref-link.tsx";
import type { Column } from "#table/column.ts";
import { AgentMenu } from "#fleet/agent-menu.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { RelativeTime } from "#ui/time.tsx";
import type { EndpointRow } from "./endpoint-rows.ts";

const muted = "text-content-muted";

function ServedBy({ row: { endpoint, tunnel, session, edge, agent } }: { row: EndpointRow }) {
  if (endpoint.edge)
    return (
      <>
        <span className={muted}>Edge</span>{" "}
        <RefLink reference={endpoint.edge} name={edge ? edgeName(edge) : undefined} known={edge !== null} />
      </>
    );
  if (!endpoint.tunnel) return "–";
  const ref = tunnel?.tunnel_session;
  return (
    <>
      <RefLink reference={endpoint.tunnel} name="Tunnel" known={tunnel !== null} />
      {ref ? <span className="text-content-faint"> · </span> : null}
      {ref ? <RefLink reference={ref} name={agent || undefined} known={session !== null} /> : null}
    </>
  );
}

/** The columns of /endpoints, by the wire names of what they show. */
export const columns: readonly Column<EndpointRow>[] = [
  {
    id: "public_url",
    exports: ["public_url", "hostport"],
    head: "Public URL",
    width: "minmax(14rem, 1fr)",
    place: "lead",
    sortable: true,
    cell: ({ id, name }) => (
      <Link to={href.endpoint(id)} title={name} className="scroll-mt-10 font-strong hover:underline">
        {name}
      </Link>
    ),
  },
  { id: "id", head: "Id", width: "9rem", place: "drop", hidden: true, cell: ({ id }) => <CopyId id={id} /> },
  {
    id: "type",
    head: "Type",
    width: "5.5rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ endpoint }) => endpoint.type,
  },
  {
    id: "proto",
    head: "Protocol",
    width: "4.5rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ endpoint }) => endpoint.proto || "–",
  },
  {
    id: "region",
    head: "Region",
    width: "4rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ endpoint }) => endpoint.region || "–",
  },
  {
    id: "served_by",
    exports: ["tunnel", "tunnel_session", "edge"],
    head: "Served by",
    width: "13rem",
    place: "sub",
    sortable: true,
    cell: (row) => <ServedBy row={row} />,
  },
  {
    id: "domain",
    head: "Domain",
    width: "9rem",
    place: "drop",
    hidden: true,
    cell: ({ endpoint: { domain } }) => (domain ? <RefLink reference={domain} known={false} /> : "–"),
  },
  {
    id: "created_at",
    head: "Created",
    width: "5.5rem",
    place: "sub",
    sortable: true,
    className: muted,
    cell: ({ endpoint }) => <RelativeTime at={endpoint.created_at} />,
  },
  {
    id: "updated_at",
    head: "Updated",
    width: "5.5rem",
    place: "drop",
    sortable: true,
    hidden: true,
    className: muted,
    cell: ({ endpoint }) => <RelativeTime at={endpoint.updated_at} />,
  },
  {
    id: "metadata",
    head: "Metadata",
    width: "9rem",
    place: "drop",
    sortable: true,
    className: muted,
    cell: ({ metadata, endpoint }) => <span title={endpoint.metadata ?? undefined}>{metadata || "–"}</span>,
  },
  {
    id: "menu",
    head: "Actions",
    width: "2rem",
    place: "menu",
    cell: ({ id, name, endpoint, session }) => (
      <AgentMenu id={id} name={name} to={href.endpoint(id)} url={endpoint.public_url} session={session} />
    ),
  },
];
