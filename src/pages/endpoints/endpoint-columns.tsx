import { RefLink } from "#components/ref-link.tsx";
import type { Column } from "#table/column.ts";
import {
  hiddenIdColumn,
  metadataColumn,
  muted,
  protoColumn,
  publicUrlColumn,
  regionColumn,
} from "#fleet/served-columns.tsx";
import { edgeName } from "#resources/edge-names.ts";
import { leadWords, wayWords } from "#resources/edge-way.ts";
import { href } from "#resources/paths.ts";
import { endpoints } from "#resources/endpoints.ts";
import { endpointTypeWords } from "#resources/type-words.ts";
import { defineTable } from "#table/define-table.ts";
import { Status, type StatusTone } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import type { EndpointRow } from "./endpoint-rows.ts";

function ServedBy({ row: { item: endpoint, tunnel, session, edge, agent } }: { row: EndpointRow }) {
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

/** A tunnel's endpoint is there while it is served; an edge's stays, whatever it leads to. */
export function statusOf({ item, way }: EndpointRow): { tone: StatusTone; text: string } {
  if (way) return wayWords(way);
  return leadWords(item.edge ? "unknown" : "served");
}

const URGENCY: readonly StatusTone[] = ["bad", "warn", "none"];

/** An edge's endpoint may be served by several sessions or none; its page tells. */
function hasSession({ item, session }: EndpointRow): string {
  if (session) return "yes";
  return item.edge ? "through an edge" : "no";
}

function timeColumn(id: "created_at" | "updated_at", head: string): Omit<Column<EndpointRow>, "place"> {
  return {
    id,
    head,
    width: "6.25rem",
    className: muted,
    value: ({ item }) => item[id],
    sort: ({ item }) => Date.parse(item[id]),
    cell: ({ item }) => <RelativeTime at={item[id]} />,
  };
}

/** Whether it fails, in whole or in part. */
export const isFailing = (row: EndpointRow): boolean => ["bad", "warn"].includes(statusOf(row).tone);

/** The table of /endpoints, by the wire names of what it shows; a Ref is exported as its id. */
export const endpointTable = defineTable<EndpointRow>({
  noun: endpoints.noun,
  columns: [
    {
      ...publicUrlColumn(href.endpoint),
      head: "Public URL",
      search: ({ name, item }) => [name, item.hostport],
      exports: ({ item }) => ({ public_url: item.public_url ?? "", hostport: item.hostport ?? "" }),
    },
    hiddenIdColumn(),
    {
      id: "status",
      head: "Status",
      width: "8.5rem",
      place: "state",
      value: (row) => statusOf(row).text,
      sort: (row) => URGENCY.indexOf(statusOf(row).tone) + 1 || URGENCY.length + 1,
      search: true,
      facets: [
        { place: 0 },
        {
          id: "failing",
          label: "Failing",
          values: ["yes", "no"],
          of: (row) => (isFailing(row) ? "yes" : "no"),
        },
      ],
      cell: (row) => <Status tone={statusOf(row).tone}>{statusOf(row).text}</Status>,
    },
    {
      id: "type",
      head: "Type",
      width: "5.5rem",
      place: "sub",
      className: muted,
      hidden: true,
      value: ({ item }) => item.type,
      sort: "value",
      search: true,
      facets: [{ of: ({ item }) => endpointTypeWords(item.type), place: 1 }],
      cell: ({ item }) => endpointTypeWords(item.type),
    },
    { ...protoColumn<EndpointRow>(({ proto }) => proto || "–"), hidden: true },
    regionColumn(),
    {
      id: "served_by",
      head: "Served by",
      width: "minmax(11rem, 0.8fr)",
      place: "sub",
      sort: ({ agent, item }) => agent.toLowerCase() || (item.edge?.id ?? ""),
      search: ({ agent, item, tunnel }) => [
        agent,
        tunnel?.forwards_to,
        item.tunnel?.id,
        item.edge?.id,
        tunnel?.tunnel_session?.id,
      ],
      facets: [
        {
          id: "has_session",
          label: "Agent online",
          values: ["yes", "no", "through an edge"],
          of: hasSession,
          place: 1,
        },
      ],
      exports: ({ item, tunnel }) => ({
        tunnel: item.tunnel?.id ?? "",
        tunnel_session: tunnel?.tunnel_session?.id ?? "",
        edge: item.edge?.id ?? "",
      }),
      cell: (row) => <ServedBy row={row} />,
    },
    {
      id: "domain",
      head: "Domain",
      width: "9rem",
      place: "sub",
      hidden: true,
      value: ({ item }) => item.domain?.id ?? "",
      search: true,
      cell: ({ item: { domain } }) => (domain ? <RefLink reference={domain} known={false} /> : "–"),
    },
    { ...timeColumn("created_at", "Created"), place: "sub" },
    { ...timeColumn("updated_at", "Updated"), place: "sub", hidden: true },
    { ...metadataColumn(), hidden: true },
  ],
  defaultSort: { column: "public_url", descending: false },
});
