import { contractOf } from "#contract/modules/contracts.ts";
import { mergeSecrets } from "#contract/modules/secrets.ts";
import { moduleOperations, OWNED_MODULES, type OwnedModule } from "#contract/operations/modules.ts";
import { ApiProblem } from "../errors.ts";
import { checkBody } from "../http/body.ts";
import { type Implementation, implement } from "../implement.ts";
import { deleteModule, moduleOf } from "../store/modules.ts";
import { lockedRow } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { moduleWire } from "./edge-wire.ts";
import { foundOwner } from "./module-owner.ts";
import { prepareModules, writeModules } from "./module-writes.ts";

/** PUT, GET and DELETE of one module: the kind's contract is all that differs (decisions/contract/module-paths.md). */
function moduleRoutes(module: OwnedModule): Implementation[] {
  const { owner, kind } = module;
  const { request } = contractOf(owner, kind);
  const operations = moduleOperations(module);
  const notSet = (id: string) =>
    new ApiProblem("moduleNotSet", `The ${kind} of ${id} is not set. PUT sets it.`);

  const answer = async (db: Db, id: string, base: string) => {
    const row = await moduleOf(db, id, kind);
    if (row === undefined) throw notSet(id);
    return moduleWire(owner, row, base);
  };

  return [
    implement(operations.replace, async ({ db }, { base, params, body: sent }) => {
      const certificate = await prepareModules(db, { [kind]: sent });
      return db.transaction().execute(async (trx) => {
        await foundOwner(trx, owner, params, lockedRow);
        const before = await moduleOf(trx, params.id, kind);
        const body = checkBody(request, mergeSecrets(kind, sent, before && JSON.parse(before.value)));
        await writeModules(trx, { owner, id: params.id, base, certificate, alone: true }, { [kind]: body });
        return answer(trx, params.id, base);
      });
    }),

    implement(operations.get, async ({ db }, { base, params }) => {
      await foundOwner(db, owner, params);
      return answer(db, params.id, base);
    }),

    implement(operations.remove, async ({ db }, { params }) => {
      await db.transaction().execute(async (trx) => {
        await foundOwner(trx, owner, params, lockedRow);
        await deleteModule(trx, params.id, kind);
      });
      return undefined;
    }),
  ];
}

/** The one router of every module of every owner. */
export const moduleSubResources: Implementation[] = OWNED_MODULES.flatMap(moduleRoutes);
