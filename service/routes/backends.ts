import type { TunnelGroupBackend } from "#contract/backend.ts";
import { backendOperations } from "#contract/operations/backends.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { refuseWhenUsed } from "../rules/in-use.ts";
import { labelsMatch } from "../rules/labels.ts";
import {
  backendById,
  type BackendRow,
  backendsBefore,
  deleteBackend,
  insertBackend,
  type Labelled,
  tunnelLabels,
  updateBackend,
} from "../store/backends.ts";
import { newId } from "../store/ids.ts";
import { lockedRefs } from "../store/module-refs.ts";
import { readPage } from "../store/pages.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";

const PATH = "/backends/tunnel_group";

function wire(row: BackendRow, tunnels: readonly Labelled[], base: string): TunnelGroupBackend {
  const { id, created_at, description, metadata } = row;
  const labels = JSON.parse(row.labels) as Record<string, string>;
  const matching = tunnels.filter((tunnel) => labelsMatch(labels, tunnel.labels));
  return {
    id,
    uri: `${base}${PATH}/${id}`,
    created_at,
    description,
    metadata,
    labels,
    tunnels: matching.map((tunnel) => ({ id: tunnel.id, uri: `${base}/tunnels/${tunnel.id}` })),
  };
}

/** The backend, which stays as it is until the transaction ends. */
async function lockedBackend(trx: Db, id: string): Promise<BackendRow> {
  await lockedRefs(trx, "tunnelGroupBackend", [id]);
  return found("tunnelGroupBackend", id, () => backendById(trx, id));
}

export const backendRoutes = [
  implement(backendOperations.create, async ({ db }, { base, body }) => {
    const row: BackendRow = {
      id: newId("tunnelGroupBackend"),
      description: body.description ?? "",
      metadata: body.metadata ?? "",
      labels: JSON.stringify(body.labels),
      created_at: timestamp(),
    };
    await insertBackend(db, row);
    return wire(row, await tunnelLabels(db), base);
  }),

  implement(backendOperations.list, async ({ db }, { base, query }) => {
    const { rows, ...page } = await readPage("tunnelGroupBackend", query, `${base}${PATH}`, (slice) =>
      backendsBefore(db, slice),
    );
    const tunnels = rows.length === 0 ? [] : await tunnelLabels(db);
    return { backends: rows.map((row) => wire(row, tunnels, base)), ...page };
  }),

  implement(backendOperations.get, async ({ db }, { base, params: { id } }) =>
    wire(await found("tunnelGroupBackend", id, () => backendById(db, id)), await tunnelLabels(db), base),
  ),

  implement(backendOperations.update, async ({ db }, { base, params: { id }, body }) =>
    db.transaction().execute(async (trx) => {
      const before = await lockedBackend(trx, id);
      const row: BackendRow = {
        ...before,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
        labels: body.labels ? JSON.stringify(body.labels) : before.labels,
      };
      await updateBackend(trx, row);
      return wire(row, await tunnelLabels(trx), base);
    }),
  ),

  implement(backendOperations.remove, async ({ db }, { params: { id } }) => {
    await db.transaction().execute(async (trx) => {
      await lockedBackend(trx, id);
      await refuseWhenUsed(trx, "tunnelGroupBackend", id);
      await deleteBackend(trx, id);
    });
    return undefined;
  }),
];
