import { apiKeyOperations } from "./api-keys.ts";
import { backendOperations } from "./backends.ts";
import { certificateAuthorityOperations } from "./certificate-authorities.ts";
import { credentialOperations } from "./credentials.ts";
import { httpsEdgeOperations, routeOperations, tcpEdgeOperations, tlsEdgeOperations } from "./edges.ts";
import { eventOperations } from "./events.ts";
import { ipPolicyOperations, ipPolicyRuleOperations } from "./ip-policies.ts";
import { moduleOperations, OWNED_MODULES } from "./modules.ts";
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
  tlsEdgeOperations,
  tcpEdgeOperations,
  backendOperations,
  ipPolicyOperations,
  ipPolicyRuleOperations,
  certificateAuthorityOperations,
  eventOperations,
  ...OWNED_MODULES.map(moduleOperations),
].flatMap((group): Operation[] => Object.values(group));
