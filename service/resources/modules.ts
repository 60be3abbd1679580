import { contractOf } from "#contract/modules/contracts.ts";
import { mergeSecrets } from "#contract/modules/secrets.ts";
import { UNREADABLE } from "#contract/modules/unreadable.ts";
import { moduleOperations, OWNED_MODULES, type OwnedModule } from "#contract/operations/modules.ts";
import { ApiProblem } from "../errors.ts";
import { checkBody } from "../http/body.ts";
import { recordEvent } from "../events/recorder.ts";
import { type Implementation, implement, show } from "../implement.ts";
import { deleteModule, moduleOf, storedObject } from "../store/modules.ts";
import { lockedRow } from "../store/rows.ts";
import { moduleWire, type ModuleValue } from "./module-wire.ts";
import { foundOwner } from "./module-owner.ts";
import { prepareModules, writeModules } from "./module-writes.ts";
import { OWNER_EVENTS, ownerWire } from "./owner-wire.ts";

/** PUT, GET and DELETE of one module: the kind's contract is all that differs (decisions/contract/module-paths.md). */
function moduleRoutes(module: OwnedModule): Implementation[] {
  const { owner, kind } = module;
  const { request } = contractOf(owner, kind);
  const operations = moduleOperations(module);
  const notSet = (id: string) =>
    new ApiProblem("moduleNotSet", `${kind} is not set on ${id}. Set it with PUT.`);

  return [
    implement(operations.replace, async ({ db }, call) => {
      const { base, params, body: sent } = call;
      const certificate = await prepareModules(db, { [kind]: sent });
      return db.transaction().execute(async (trx) => {
        const row = await foundOwner(trx, owner, params, lockedRow);
        const resource = await ownerWire(trx, owner, row, base);
        const before = await moduleOf(trx, params.id, kind);
        const body = checkBody(request, mergeSecrets(kind, sent, before && storedObject(before.value)));
        await writeModules(trx, { owner, id: params.id, base, certificate, alone: true }, { [kind]: body });
        const now = await ownerWire(trx, owner, row, base);
        await recordEvent(trx, call, OWNER_EVENTS[owner], "updated", now, { resource, fields: [kind] });
        // What was accepted can be read: its owner alone says that it closes it.
        const { [UNREADABLE]: _, ...written } = now[kind] as ModuleValue;
        return written;
      });
    }),

    show(operations.get, async (db, { base, params }) => {
      await foundOwner(db, owner, params);
      const row = await moduleOf(db, params.id, kind);
      if (row === undefined) throw notSet(params.id);
      return moduleWire(owner, row, base);
    }),

    implement(operations.remove, async ({ db }, call) => {
      await db.transaction().execute(async (trx) => {
        const row = await foundOwner(trx, owner, call.params, lockedRow);
        const resource = await ownerWire(trx, owner, row, call.base);
        // Nothing changes, so there is nothing to tell.
        if (resource[kind] === null) return;
        await deleteModule(trx, row.id, kind);
        const now = { ...resource, [kind]: null };
        await recordEvent(trx, call, OWNER_EVENTS[owner], "updated", now, { resource });
      });
      return undefined;
    }),
  ];
}

/** The one router of every module of every owner. */
export const moduleSubResources: Implementation[] = OWNED_MODULES.flatMap(moduleRoutes);
