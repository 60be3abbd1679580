import type { ModuleOwner } from "#contract/modules/contracts.ts";
import { circuitBreaker } from "./circuit-breaker/definition.ts";
import type { ModuleDefinition } from "./define-module.ts";
import { jwtValidation } from "./jwt-validation/definition.ts";
import { policies } from "./policies/definition.ts";
import { webhookVerification } from "./webhook-verification/definition.ts";

/**
 * What the console knows of each module kind. A new kind is a contract, a folder here and a line; the owners that have it
 * (route, HTTPS, TLS or TCP edge) follow from its contract. The names only need to differ.
 */
export const MODULES: { readonly [name: string]: ModuleDefinition } = {
  circuit_breaker: circuitBreaker,
  webhook_verification: webhookVerification,
  jwt_validation: jwtValidation,
  policies,
};

/** The definition of an owner's wire name, or undefined when this console can't edit that kind there. */
export function moduleOf(kind: string, owner: ModuleOwner = "route"): ModuleDefinition | undefined {
  return Object.values(MODULES).find((one) => one.kind === kind && one.owners.includes(owner));
}
