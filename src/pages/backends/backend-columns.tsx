import { backends } from "#resources/backends.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { defineTable } from "#table/define-table.ts";
import { createdColumn, idColumn, nameColumn } from "#table/plain-columns.tsx";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import { formatCount, plural } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

const served = ({ tunnels }: TunnelGroupBackend) => tunnels?.length ?? 0;

/** "2 tunnels", or that nothing serves it. */
function Served({ backend }: { backend: TunnelGroupBackend }) {
  const count = served(backend);
  if (count === 0) return <Status tone="warn">no tunnel</Status>;
  return (
    <Status tone="ok">
      {formatCount(count)} {plural(count, "tunnel")}
    </Status>
  );
}

/** The table of /backends; the filter finds those that nothing serves. */
export const backendTable = defineTable<TunnelGroupBackend>({
  noun: backends.noun,
  columns: [
    { ...nameColumn("Backend", backends.nameOf), value: ({ description }) => description ?? "" },
    idColumn(),
    {
      id: "labels",
      head: "Labels",
      width: "minmax(8rem, 14rem)",
      place: "sub",
      className: "font-mono text-xs",
      value: ({ labels }) => labelText(labels),
      sort: "lower",
      search: true,
    },
    {
      id: "tunnels",
      head: "Served by",
      width: "8rem",
      place: "state",
      value: ({ tunnels }) => (tunnels ?? []).map((tunnel) => tunnel.id).join(" "),
      sort: served,
      facets: [
        {
          id: "served",
          values: ["a tunnel", "nothing"],
          of: (backend) => (served(backend) > 0 ? "a tunnel" : "nothing"),
        },
      ],
      cell: (backend) => <Served backend={backend} />,
    },
    createdColumn(),
  ],
  defaultSort: { column: "name", descending: false },
});
