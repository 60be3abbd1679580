import * as z from "zod/mini";
import type { ModulesOf } from "./contracts.ts";
import { kindsOf } from "./kinds.ts";
import type { ModuleOwner } from "./module-contract.ts";

/** A module as its owner shows it: its object, or null when it is not set. Its own contract tells the rest. */
const ModuleValue = z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) }));

/** The fields of a route's or edge's answer that show its modules. */
export function shownModules<O extends ModuleOwner>(owner: O) {
  const fields = kindsOf(owner).map((kind) => [kind, ModuleValue]);
  return Object.fromEntries(fields) as { [K in keyof ModulesOf<O>]: typeof ModuleValue };
}
