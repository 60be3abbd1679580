import type { ModuleOwner } from "#contract/modules/module-contract.ts";
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

/** What the console knows of each module kind: its fields, their controls, and what it says of a value. */
export const MODULES: readonly ModuleDefinition[] = [
  backend,
  circuitBreaker,
  compression,
  httpsTlsTermination,
  ipRestriction,
  jwtValidation,
  mutualTls,
  oauth,
  oidc,
  policies,
  requestHeaders,
  responseHeaders,
  saml,
  tlsTermination,
  userAgentFilter,
  webhookVerification,
  websocketTcpConverter,
];

/** The definition of an owner's wire name, or undefined when this console can't edit that kind there. */
export function moduleOf(kind: string, owner: ModuleOwner = "route"): ModuleDefinition | undefined {
  return MODULES.find((one) => one.kind === kind && one.owners.includes(owner));
}
