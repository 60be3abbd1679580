import type { ModuleOwner } from "#contract/modules/contracts.ts";
import { backend } from "./backend/definition.ts";
import { circuitBreaker } from "./circuit-breaker/definition.ts";
import { compression } from "./compression/definition.ts";
import type { ModuleDefinition } from "./define-module.ts";
import { ipRestriction } from "./ip-restriction/definition.ts";
import { jwtValidation } from "./jwt-validation/definition.ts";
import { mutualTls } from "./mutual-tls/definition.ts";
import { oauth } from "./oauth/definition.ts";
import { oidc } from "./oidc/definition.ts";
import { policies } from "./policies/definition.ts";
import { requestHeaders } from "./request-headers/definition.ts";
import { responseHeaders } from "./response-headers/definition.ts";
import { saml } from "./saml/definition.ts";
import { httpsTlsTermination, tlsTermination } from "./tls-termination/definition.ts";
import { userAgentFilter } from "./user-agent-filter/definition.ts";
import { webhookVerification } from "./webhook-verification/definition.ts";
import { websocketTcpConverter } from "./websocket-tcp-converter/definition.ts";

/**
 * What the console knows of each module kind. A new kind is a contract, a folder here and a line; the owners that have it
 * (route, HTTPS, TLS or TCP edge) follow from its contract. The names only need to differ.
 */
export const MODULES: { readonly [name: string]: ModuleDefinition } = {
  backend,
  circuit_breaker: circuitBreaker,
  compression,
  https_tls_termination: httpsTlsTermination,
  ip_restriction: ipRestriction,
  jwt_validation: jwtValidation,
  mutual_tls: mutualTls,
  oauth,
  oidc,
  policies,
  request_headers: requestHeaders,
  response_headers: responseHeaders,
  saml,
  tls_termination: tlsTermination,
  user_agent_filter: userAgentFilter,
  webhook_verification: webhookVerification,
  websocket_tcp_converter: websocketTcpConverter,
};

/** The definition of an owner's wire name, or undefined when this console can't edit that kind there. */
export function moduleOf(kind: string, owner: ModuleOwner = "route"): ModuleDefinition | undefined {
  return Object.values(MODULES).find((one) => one.kind === kind && one.owners.includes(owner));
}
