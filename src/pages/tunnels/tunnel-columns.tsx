import { RefLink } from "#components/ref-link.tsx";
import {
  hiddenIdColumn,
  metadataColumn,
  muted,
  protoColumn,
  publicUrlColumn,
  regionColumn,
} from "#fleet/served-columns.tsx";
import { href } from "#resources/paths.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { protocolWords } from "#resources/type-words.ts";
import { tunnels } from "#resources/tunnels.ts";
import { defineTable } from "#table/define-table.ts";
import { RelativeTime } from "#ui/time.tsx";
import type { TunnelRow } from "./tunnel-rows.ts";

/** The table of /tunnels, by the wire names of what it shows; a Ref is exported as its id. */
export const tunnelTable = defineTable<TunnelRow>({
  noun: tunnels.noun,
  columns: [
    {
      ...publicUrlColumn(href.tunnel),
      head: "Public URL or labels",
      search: ({ name, item }) => [name, labelText(item.labels)],
      facets: [
        {
          id: "type",
          label: "Reached at",
          values: ["own URL", "edges"],
          of: ({ item }) => (item.public_url ? "own URL" : "edges"),
          place: 1,
        },
      ],
      exports: ({ item }) => ({ public_url: item.public_url ?? "", labels: labelText(item.labels) }),
    },
    hiddenIdColumn(),
    protoColumn(protocolWords),
    {
      id: "forwards_to",
      head: "Forwards to",
      width: "10rem",
      place: "sub",
      className: "font-mono text-xs text-content-muted",
      value: ({ item }) => item.forwards_to ?? "",
      sort: "lower",
      search: true,
      cell: ({ item: { forwards_to: upstream } }) => (
        <span title={upstream ?? undefined}>{upstream || "–"}</span>
      ),
    },
    {
      id: "tunnel_session",
      head: "Session",
      width: "9rem",
      place: "sub",
      value: ({ item }) => item.tunnel_session?.id ?? "",
      sort: ({ agent }) => agent.toLowerCase(),
      search: ({ agent, item }) => [agent, item.tunnel_session?.id],
      facets: [
        {
          id: "has_session",
          label: "Agent online",
          values: ["yes", "no"],
          of: ({ session }) => (session ? "yes" : "no"),
          place: 1,
        },
      ],
      cell: ({ item: { tunnel_session: ref }, session, agent }) =>
        ref ? <RefLink reference={ref} name={agent} known={session !== null} /> : "–",
    },
    {
      id: "endpoint",
      head: "Endpoint",
      width: "7.5rem",
      place: "sub",
      hidden: true,
      value: ({ item }) => item.endpoint?.id ?? "",
      search: true,
      cell: ({ item: { endpoint }, endpointKnown }) =>
        endpoint ? <RefLink reference={endpoint} known={endpointKnown} /> : "–",
    },
    regionColumn(),
    {
      id: "started_at",
      head: "Started",
      width: "6.25rem",
      place: "sub",
      className: muted,
      value: ({ item }) => item.started_at,
      sort: ({ item }) => Date.parse(item.started_at),
      cell: ({ item }) => <RelativeTime at={item.started_at} />,
    },
    { ...metadataColumn(), hidden: true },
  ],
  defaultSort: { column: "started_at", descending: true },
});
