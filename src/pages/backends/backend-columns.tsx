import { backendName } from "#resources/backend-name.ts";
import { createdColumn, deleteColumn, idColumn, nameColumn } from "#table/plain-columns.tsx";
import type { JsonObject } from "#table/resource-list.tsx";
import type { Column } from "#table/column.ts";
import type { RowModel } from "#table/rows.ts";
import { labelText } from "#resources/tunnel-names.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import { formatCount, plural } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

const served = ({ tunnels }: TunnelGroupBackend) => tunnels?.length ?? 0;

/** Search looks at everything a backend says of itself; the filter finds those that nothing serves. */
export const backendModel: RowModel<TunnelGroupBackend> = {
  searchText: (backend) =>
    [backend.description, backend.id, labelText(backend.labels), backend.metadata].join("\n").toLowerCase(),
  facets: [
    {
      id: "served",
      label: "Served by",
      valueOf: (backend) => (served(backend) > 0 ? "a tunnel" : "nothing"),
    },
  ],
  sortKeys: {
    name: (backend) => backendName(backend).toLowerCase(),
    labels: (backend) => labelText(backend.labels).toLowerCase(),
    tunnels: served,
    created: ({ created_at: at }) => Date.parse(at),
  },
  tie: ({ id }) => id,
};

export const backendSchema: TableSchema = {
  facets: ["served"],
  fixed: { served: ["a tunnel", "nothing"] },
  sortable: Object.keys(backendModel.sortKeys),
  defaultSort: { column: "name", descending: false },
};

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

/** The columns of /backends. */
export function backendColumns(
  ask: (backend: TunnelGroupBackend) => void,
): readonly Column<TunnelGroupBackend>[] {
  return [
    nameColumn("Backend", backendName),
    idColumn(),
    {
      id: "labels",
      head: "Labels",
      width: "minmax(8rem, 14rem)",
      place: "sub",
      sortable: true,
      className: "font-mono text-xs",
      cell: ({ labels }) => labelText(labels),
    },
    {
      id: "tunnels",
      head: "Served by",
      width: "8rem",
      place: "state",
      sortable: true,
      cell: (backend) => <Served backend={backend} />,
    },
    createdColumn(),
    deleteColumn(backendName, ask),
  ];
}

/** A backend for CSV and JSON. */
export function exportBackend(backend: TunnelGroupBackend): JsonObject {
  const { id, description, created_at: created, tunnels } = backend;
  return {
    id,
    name: description ?? "",
    labels: labelText(backend.labels),
    tunnels: (tunnels ?? []).map((tunnel) => tunnel.id).join(" "),
    created,
  };
}
