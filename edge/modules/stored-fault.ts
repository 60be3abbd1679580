import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { NotApplicable } from "./compiled.ts";
import { POLICIES } from "./policies/rules.ts";

/**
 * Why the edge can’t apply a module that its contract takes, whoever asks: a rule of policies. null where it can, or where only a
 * request tells.
 */
export function storedFault(owner: ModuleOwner, kind: string, stored: object): string | null {
  if (kind !== "policies") return null;
  try {
    POLICIES[owner === "route" ? "http" : "connection"](stored)();
    return null;
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    return error.message;
  }
}
