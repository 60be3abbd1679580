import { KNOWN_MODULES, type KnownModule, moduleContract } from "#contract/modules/contracts.ts";
import { routeModuleOperations } from "#contract/operations/modules.ts";
import { ApiProblem } from "../errors.ts";
import { type Implementation, implement } from "../implement.ts";
import { deleteModule, moduleOf, putModule } from "../store/modules.ts";
import { foundRoute } from "./https-edge-routes.ts";

/** PUT, GET and DELETE of one module kind: the kind's contract is all that differs (design decision 3). */
function moduleRoutes(kind: KnownModule): Implementation[] {
  const operations = routeModuleOperations(kind);
  return [
    implement(operations.replace, async ({ db }, { params: { edge_id, id }, body }) =>
      db.transaction().execute(async (trx) => {
        await foundRoute(trx, edge_id, id);
        const answer = moduleContract(kind).toAnswer(body);
        await putModule(trx, id, kind, answer);
        return answer;
      }),
    ),

    implement(operations.get, async ({ db }, { params: { edge_id, id } }) => {
      await foundRoute(db, edge_id, id);
      const answer = await moduleOf(db, id, kind);
      if (answer === undefined) {
        throw new ApiProblem("moduleNotSet", `The ${kind} of route ${id} is not set. PUT sets it.`);
      }
      return answer;
    }),

    implement(operations.remove, async ({ db }, { params: { edge_id, id } }) => {
      await db.transaction().execute(async (trx) => {
        await foundRoute(trx, edge_id, id);
        await deleteModule(trx, id, kind);
      });
      return undefined;
    }),
  ];
}

/** The one router of every module kind. */
export const routeModuleRoutes: Implementation[] = KNOWN_MODULES.flatMap(moduleRoutes);
