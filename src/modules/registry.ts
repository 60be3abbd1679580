import type { ModuleOwner } from "#contract/modules/contracts.ts";
import { circuitBreaker } from "./circuit-breaker/definition.ts";
import type { ModuleDefinition } from "./define-module.ts";

/**
 * What the console knows of each module kind. A new kind is a contract, a folder here and a line; the owners that have it
 * (route, HTTPS, TLS or TCP edge) follow from its contract. The names only need to differ.
 */
export const MODULES: { readonly [name: string]: ModuleDefinition } = {
  circuit_breaker: circuitBreaker,
};

/** The definition of an owner's wire name, or undefined when this console can't edit that kind there. */
export function moduleOf(kind: string, owner: ModuleOwner = "route"): ModuleDefinition | undefined {
  return Object.values(MODULES).find((one) => one.kind === kind && one.owners.includes(owner));
}
