import type { AuditVerb, Replaced } from "#contract/audit-event.ts";
import { mergeOwnerSecrets } from "#contract/modules/secrets.ts";
import { routeOperations } from "#contract/operations/edges.ts";
import { RouteCreate, RouteUpdate } from "#contract/route-request.ts";
import type { Route } from "#contract/route.ts";
import { invalid } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { checkBody } from "../http/body.ts";
import type { Caller } from "../http/call.ts";
import { implement, show } from "../implement.ts";
import { foundRow } from "../rules/found.ts";
import { deleteOwner, routeByMatch, type RouteRow } from "../store/edges.ts";
import { newId } from "../store/ids.ts";
import { insertRows, lockedRow, updateRow } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { foundRoute } from "./module-owner.ts";
import { prepareModules, storedModules, writeModules } from "./module-writes.ts";
import { OWNER_EVENTS, ownerWire } from "./owner-wire.ts";

async function checkMatchFree(db: Db, { id, edge_id, match }: RouteRow): Promise<void> {
  const other = await routeByMatch(db, edge_id, match);
  if (!other || other.id === id) return;
  const taken = "is already used by another route of this edge";
  const choose = "Choose another path";
  const issue = { path: ["match"], message: `${taken}. ${choose}` };
  throw invalid("matchTaken", `${match} ${taken}: ${other.id}. ${choose}.`, [issue]);
}

const wire = async (db: Db, row: RouteRow, base: string) =>
  (await ownerWire(db, "route", row, base)) as Route;

async function told(
  trx: Db,
  row: RouteRow,
  caller: Caller,
  verb: AuditVerb,
  replaced?: Replaced,
): Promise<Route> {
  const answer = await wire(trx, row, caller.base);
  await recordEvent(trx, caller, OWNER_EVENTS.route, verb, answer, replaced);
  return answer;
}

export const httpsEdgeRouteRoutes = [
  implement(routeOperations.create, async ({ db }, call) => {
    const { base, params, body: sent } = call;
    const { edge_id } = params;
    const certificate = await prepareModules(db, sent);
    return db.transaction().execute(async (trx) => {
      await foundRow(trx, "httpsEdge", edge_id, lockedRow);
      const body = checkBody(RouteCreate, sent);
      const row: RouteRow = {
        id: newId("route"),
        edge_id,
        match_type: body.match_type,
        match: body.match,
        description: body.description ?? "",
        metadata: body.metadata ?? "",
        created_at: timestamp(),
      };
      await checkMatchFree(trx, row);
      await insertRows(trx, "route", row);
      await writeModules(trx, { owner: "route", id: row.id, base, certificate }, body);
      return told(trx, row, call, "created");
    });
  }),

  show(routeOperations.get, async (db, { base, params }) => wire(db, await foundRoute(db, params), base)),

  implement(routeOperations.update, async ({ db }, call) => {
    const { base, params, body: sent } = call;
    const certificate = await prepareModules(db, sent);
    return db.transaction().execute(async (trx) => {
      const before = await foundRoute(trx, params, lockedRow);
      const { id } = before;
      const resource = await wire(trx, before, base);
      const body = checkBody(RouteUpdate, mergeOwnerSecrets(sent, await storedModules(trx, id)));
      const changes = {
        match_type: body.match_type ?? before.match_type,
        match: body.match ?? before.match,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
      };
      const row = { ...before, ...changes };
      await checkMatchFree(trx, row);
      await updateRow(trx, "route", id, changes);
      const fields = await writeModules(trx, { owner: "route", id, base, certificate }, body);
      return told(trx, row, call, "updated", { resource, fields });
    });
  }),

  implement(routeOperations.remove, async ({ db }, call) => {
    await db.transaction().execute(async (trx) => {
      const row = await foundRoute(trx, call.params, lockedRow);
      const route = await wire(trx, row, call.base);
      await deleteOwner(trx, "route", row.id);
      await recordEvent(trx, call, OWNER_EVENTS.route, "deleted", route);
    });
    return undefined;
  }),
];
