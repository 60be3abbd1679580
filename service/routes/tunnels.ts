import { endpointOperations, tunnelOperations } from "#contract/operations/online.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { backendLabels } from "../store/backends.ts";
import { endpointById, endpointsBefore, tunnelById, tunnelsBefore } from "../store/online.ts";
import { readPage } from "../store/pages.ts";
import { endpointWire, tunnelWire } from "./online-wire.ts";

export const tunnelRoutes = [
  implement(tunnelOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/tunnels`;
    const { rows, ...page } = await readPage("tunnel", query, uri, (slice) => tunnelsBefore(db, slice));
    const backends = rows.some(({ labels }) => labels !== null) ? await backendLabels(db) : [];
    return { tunnels: rows.map((row) => tunnelWire(row, backends, base)), ...page };
  }),

  implement(tunnelOperations.get, async ({ db }, { base, params: { id } }) => {
    const row = await found("tunnel", id, () => tunnelById(db, id));
    return tunnelWire(row, row.labels === null ? [] : await backendLabels(db), base);
  }),

  implement(endpointOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/endpoints`;
    const { rows, ...page } = await readPage("endpoint", query, uri, (slice) => endpointsBefore(db, slice));
    return { endpoints: rows.map((row) => endpointWire(row, base)), ...page };
  }),

  implement(endpointOperations.get, async ({ db }, { base, params: { id } }) =>
    endpointWire(await found("endpoint", id, () => endpointById(db, id)), base),
  ),
];
