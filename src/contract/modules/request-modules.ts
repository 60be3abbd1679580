import * as z from "zod/mini";
import { type KnownContract, modulesOf } from "./contracts.ts";
import type { ModuleContract, ModuleOwner } from "./module-contract.ts";

type Nullish<T extends z.ZodMiniType> = z.ZodMiniOptional<z.ZodMiniNullable<T>>;
type RequestModules<O extends ModuleOwner> = {
  [C in KnownContract as O extends C["owners"][number] ? C["kind"] : never]: Nullish<C["request"]>;
};

/** The fields of a create or an update of a route or edge that set its modules: a PUT body, or null, which says nothing. */
export function requestModules<O extends ModuleOwner>(owner: O): RequestModules<O> {
  const modules = Object.entries<ModuleContract>(modulesOf(owner) as never);
  const fields = modules.map(([kind, { request }]) => [kind, z.nullish(request)]);
  return Object.fromEntries(fields) as RequestModules<O>;
}
