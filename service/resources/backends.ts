import { UNREADABLE } from "#contract/modules/unreadable.ts";
import { backendOperations } from "#contract/operations/backends.ts";
import { labelsMatch } from "../rules/labels.ts";
import { labelled, tunnelLabels } from "../store/backends.ts";
import { crud } from "./crud.ts";

export const backends = crud({
  kind: "tunnelGroupBackend",
  operations: backendOperations,
  audit: "tunnel_group_backend",
  locked: true,
  beside: async (db, rows) => (rows.length === 0 ? [] : tunnelLabels(db)),
  wire: (row, { base, uri }, tunnels) => {
    const { id, created_at, description, metadata } = row;
    const { labels } = labelled(row);
    const matching = tunnels.filter((tunnel) => labelsMatch(labels, tunnel.labels));
    return {
      id,
      uri,
      created_at,
      description,
      metadata,
      labels: labels ?? {},
      ...(labels === null && { [UNREADABLE]: "The stored labels can’t be read" }),
      tunnels: matching.map((tunnel) => ({ id: tunnel.id, uri: `${base}/tunnels/${tunnel.id}` })),
    };
  },
  create: (_, { body }) => ({ columns: { labels: JSON.stringify(body.labels) } }),
  update: (_, { labels }) => (labels ? { labels: JSON.stringify(labels) } : {}),
});
