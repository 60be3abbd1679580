import { KNOWN_MODULES } from "#contract/modules/contracts.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { credentialOperations } from "./credentials.ts";
import { httpsEdgeOperations, routeOperations } from "./edges.ts";
import { routeModuleOperations } from "./modules.ts";
import { endpointOperations, sessionOperations, tunnelOperations } from "./online.ts";
import type { Operation } from "./operation.ts";

/** Every operation of the management API. */
export const OPERATIONS: readonly Operation[] = [
  apiKeyOperations,
  credentialOperations,
  sessionOperations,
  tunnelOperations,
  endpointOperations,
  httpsEdgeOperations,
  routeOperations,
  ...KNOWN_MODULES.map(routeModuleOperations),
].flatMap((group): Operation[] => Object.values(group));
