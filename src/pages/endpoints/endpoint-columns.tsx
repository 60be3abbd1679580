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
import { isBroken, wayWords } from "#resources/edge-way.ts";
import { href } from "#resources/paths.ts";
import { endpoints } from "#resources/endpoints.ts";
import { defineTable } from "#table/define-table.ts";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import type { EndpointRow } from "./endpoint-rows.ts";

function ServedBy({ row: { item: endpoint, tunnel, session, edge, way, agent } }: { row: EndpointRow }) {
  if (endpoint.edge)
    return (
      <>
        <span className={muted}>Edge</span>{" "}
        <RefLink reference={endpoint.edge} name={edge ? edgeName(edge) : undefined} known={edge !== null} />
        {way && isBroken(way.lead) ? (
          <>
            {" "}
            <Status tone={wayWords(way).tone}>{wayWords(way).text}</Status>
          </>
        ) : null}
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

/** An edge's endpoint may be served by several sessions or none; its page tells. */
function hasSession({ item, session }: EndpointRow): string {
  if (session) return "yes";
  return item.edge ? "by its edge" : "no";
}

function timeColumn(id: "created_at" | "updated_at", head: string): Omit<Column<EndpointRow>, "place"> {
  return {
    id,
    head,
    width: "5.5rem",
    className: muted,
    value: ({ item }) => item[id],
    sort: ({ item }) => Date.parse(item[id]),
    cell: ({ item }) => <RelativeTime at={item[id]} />,
  };
}

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
      id: "type",
      head: "Type",
      width: "5.5rem",
      place: "sub",
      className: muted,
      value: ({ item }) => item.type,
      sort: "value",
      search: true,
      facets: [{ place: 1 }],
    },
    protoColumn("–"),
    regionColumn(),
    {
      id: "served_by",
      head: "Served by",
      width: "13rem",
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
          label: "Has session",
          values: ["yes", "no", "by its edge"],
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
      place: "drop",
      hidden: true,
      value: ({ item }) => item.domain?.id ?? "",
      search: true,
      cell: ({ item: { domain } }) => (domain ? <RefLink reference={domain} known={false} /> : "–"),
    },
    { ...timeColumn("created_at", "Created"), place: "sub" },
    { ...timeColumn("updated_at", "Updated"), place: "drop", hidden: true },
    metadataColumn(),
  ],
  defaultSort: { column: "public_url", descending: false },
});
