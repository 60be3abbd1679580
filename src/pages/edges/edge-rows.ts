import type { EdgeRow } from "#resources/edge-lists.ts";
import type { EdgeProtocol } from "#resources/module-owner.ts";
import { edgeName } from "#resources/edge-names.ts";
import type { JsonObject } from "#table/resource-list.tsx";
import type { RowModel } from "#table/rows.ts";
import type { TableSchema } from "#table/url-state.ts";

/** A row of /edges: an edge and its kind. */
export type EdgeItem = { protocol: EdgeProtocol; edge: EdgeRow };

/** "HTTPS": the kind as the filter and its column name it. */
export const kindWords = ({ protocol }: EdgeItem) => protocol.toUpperCase();

/** Search looks at hosts, description, metadata, id and the matches of the routes; the filter is the kind. */
export const edgeModel: RowModel<EdgeItem> = {
  searchText: ({ edge: { id, hostports, description, metadata, routes } }) =>
    [id, description, metadata, ...(hostports ?? []), ...(routes ?? []).map(({ match }) => match)]
      .join("\n")
      .toLowerCase(),
  facets: [{ id: "kind", label: "Kind", valueOf: kindWords }],
  sortKeys: {
    name: ({ edge }) => edgeName(edge).toLowerCase(),
    kind: kindWords,
    routes: ({ edge }) => edge.routes?.length ?? -1,
    created: ({ edge }) => Date.parse(edge.created_at ?? "") || 0,
  },
  tie: ({ edge }) => edge.id,
};

export const edgeSchema: TableSchema = {
  facets: ["kind"],
  fixed: { kind: ["HTTPS", "TLS", "TCP"] },
  sortable: Object.keys(edgeModel.sortKeys),
  defaultSort: { column: "name", descending: false },
};

/** An edge as it is exported; of its routes only where they apply: their modules may hold secrets. */
export function exportEdge({ protocol, edge }: EdgeItem): JsonObject {
  const { id, hostports, description, routes, created_at: created } = edge;
  return {
    id,
    kind: protocol,
    name: edgeName(edge),
    hostports,
    description,
    routes: routes?.map(({ match }) => match),
    created,
  };
}
