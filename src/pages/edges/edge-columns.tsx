import { Link } from "react-router-dom";
import type { EdgeRow } from "#api/edges.ts";
import { edgeName, hostOf } from "#components/edge-words.ts";
import { href } from "#components/paths.ts";
import type { JsonObject } from "#components/resource-table/resource-list.tsx";
import type { Column } from "#components/resource-table/resource-table.tsx";
import type { RowModel } from "#components/resource-table/rows.ts";
import type { TableSchema } from "#components/url-state.ts";
import { ModuleChips } from "#modules/module-chips.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { formatCount } from "#ui/format.ts";
import { RelativeTime } from "#ui/time.tsx";

/** Search looks at hosts, description, id and the paths of the routes. */
export const edgeModel: RowModel<EdgeRow> = {
  searchText: ({ id, hostports, description, routes }) =>
    [id, description, ...(hostports ?? []), ...(routes ?? []).map(({ match }) => match)]
      .join("\n")
      .toLowerCase(),
  facets: [],
  sortKeys: {
    name: (edge) => edgeName(edge).toLowerCase(),
    routes: ({ routes }) => routes?.length ?? -1,
    created: ({ created_at: at }) => (at ? Date.parse(at) : 0),
  },
  tie: ({ id }) => id,
};

export const edgeSchema: TableSchema = {
  facets: [],
  sortable: Object.keys(edgeModel.sortKeys),
  defaultSort: { column: "name", descending: false },
};

function Hosts({ edge }: { edge: EdgeRow }) {
  const more = (edge.hostports ?? []).slice(1).map(hostOf);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Link
        to={href.httpsEdge(edge.id)}
        className="max-w-full flex-none scroll-mt-10 truncate font-strong hover:underline"
      >
        {edgeName(edge)}
      </Link>
      {more.length > 0 ? (
        <span className="flex-none text-content-muted" title={more.join(", ")}>
          and {more.length} more
        </span>
      ) : null}
      {edge.description ? (
        <span className="truncate text-content-muted max-lg:hidden" title={edge.description}>
          {edge.description}
        </span>
      ) : null}
    </span>
  );
}

/** "2 routes"; the head of the column says the noun on wide windows. */
function RouteCount({ routes }: Pick<EdgeRow, "routes">) {
  if (!routes) return "not shown";
  return (
    <>
      {formatCount(routes.length)}
      <span className="md:sr-only"> {routes.length === 1 ? "route" : "routes"}</span>
    </>
  );
}

/** The columns of /edges. */
export const columns: readonly Column<EdgeRow>[] = [
  {
    id: "name",
    head: "Hosts",
    width: "minmax(14rem, 2fr)",
    place: "lead",
    sortable: true,
    cell: (edge) => <Hosts edge={edge} />,
  },
  { id: "id", head: "Id", width: "10.5rem", place: "drop", cell: ({ id }) => <CopyId id={id} /> },
  {
    id: "routes",
    head: "Routes",
    width: "4rem",
    place: "sub",
    sortable: true,
    cell: ({ routes }) => <RouteCount routes={routes} />,
  },
  {
    id: "modules",
    head: "Modules",
    width: "minmax(16rem, 1fr)",
    place: "sub",
    cell: ({ routes }) => (routes ? <ModuleChips routes={routes} most={3} /> : null),
  },
  {
    id: "created",
    head: "Created",
    width: "6rem",
    place: "drop",
    sortable: true,
    className: "text-content-muted",
    cell: ({ created_at: at }) => (at ? <RelativeTime at={at} /> : "not shown"),
  },
];

/** An edge as it is exported; of its routes only where they apply: their modules may hold secrets. */
export function exportEdge(edge: EdgeRow): JsonObject {
  const { id, hostports, description, routes, created_at: created } = edge;
  return {
    id,
    name: edgeName(edge),
    hostports,
    description,
    routes: routes?.map(({ match }) => match),
    created,
  };
}
