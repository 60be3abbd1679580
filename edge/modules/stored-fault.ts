import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { faultOf } from "./compiled.ts";
import { POLICIES } from "./policies/rules.ts";

/**
 * Why the edge can’t apply a module that its contract takes, whoever asks: a rule of policies. null where it can, or where only a
 * request tells.
 */
export function storedFault(owner: ModuleOwner, kind: string, stored: object): string | null {
  return kind === "policies"
    ? faultOf(() => POLICIES[owner === "route" ? "http" : "connection"](stored)())
    : null;
}
