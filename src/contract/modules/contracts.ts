import { backendContract } from "./backend.ts";
import { circuitBreakerContract } from "./circuit-breaker.ts";
import { compressionContract } from "./compression.ts";
import { ipRestrictionContract } from "./ip-restriction.ts";
import { jwtValidationContract } from "./jwt-validation.ts";
import type { ModuleContract } from "./module-contract.ts";
import { mutualTlsContract } from "./mutual-tls.ts";
import { oauthContract } from "./oauth.ts";
import { oidcContract } from "./oidc.ts";
import { policiesContract } from "./policies.ts";
import { requestHeadersContract } from "./request-headers.ts";
import { responseHeadersContract } from "./response-headers.ts";
import { samlContract } from "./saml.ts";
import { httpsTlsTerminationContract, tlsTerminationContract } from "./tls-termination.ts";
import { userAgentFilterContract } from "./user-agent-filter.ts";
import { webhookVerificationContract } from "./webhook-verification.ts";
import { websocketTcpConverterContract } from "./websocket-tcp-converter.ts";

export type { ModuleContract } from "./module-contract.ts";
export { ROUTE_MODULES, type RouteModule } from "./kinds.ts";
export { circuitBreakerContract } from "./circuit-breaker.ts";

/** Wire name → contract, for every module kind of a route. */
export const MODULE_CONTRACTS = {
  backend: backendContract,
  ip_restriction: ipRestrictionContract,
  circuit_breaker: circuitBreakerContract,
  compression: compressionContract,
  request_headers: requestHeadersContract,
  response_headers: responseHeadersContract,
  webhook_verification: webhookVerificationContract,
  oauth: oauthContract,
  saml: samlContract,
  oidc: oidcContract,
  websocket_tcp_converter: websocketTcpConverterContract,
  user_agent_filter: userAgentFilterContract,
  jwt_validation: jwtValidationContract,
  policies: policiesContract,
} as const;
export type KnownModule = keyof typeof MODULE_CONTRACTS;

export const KNOWN_MODULES = Object.keys(MODULE_CONTRACTS) as readonly KnownModule[];

/** The contract of a kind when its exact types don't matter. */
export function moduleContract(kind: KnownModule): ModuleContract {
  return MODULE_CONTRACTS[kind] as unknown as ModuleContract;
}

/** Other names a route's or edge's module answers at (decisions/contract/one-or-list.md). */
export const MODULE_ALIASES = { policy: "policies" } as const;

/** Modules of an HTTPS edge (protocol-facts.md#module-paths). */
export const HTTPS_EDGE_MODULES = {
  mutual_tls: mutualTlsContract,
  tls_termination: httpsTlsTerminationContract,
} as const;

/** Modules of a TLS edge (protocol-facts.md#module-paths). */
export const TLS_EDGE_MODULES = {
  backend: backendContract,
  ip_restriction: ipRestrictionContract,
  mutual_tls: mutualTlsContract,
  tls_termination: tlsTerminationContract,
  policies: policiesContract,
} as const;

/** Modules of a TCP edge (protocol-facts.md#module-paths). */
const TCP_EDGE_MODULES = {
  backend: backendContract,
  ip_restriction: ipRestrictionContract,
  policies: policiesContract,
} as const;

/** Owner kind → its modules. */
export const OWNER_MODULES = {
  route: MODULE_CONTRACTS,
  httpsEdge: HTTPS_EDGE_MODULES,
  tlsEdge: TLS_EDGE_MODULES,
  tcpEdge: TCP_EDGE_MODULES,
} as const;
export type ModuleOwner = keyof typeof OWNER_MODULES;

/** Wire name of a module of any owner. */
export type ModuleKind = { [O in ModuleOwner]: keyof (typeof OWNER_MODULES)[O] }[ModuleOwner];

/** The contract of an owner's module when its exact types don't matter; undefined when the owner has no such module. */
export function findContract(owner: ModuleOwner, kind: string): ModuleContract | undefined {
  const contracts: Readonly<Record<string, unknown>> = OWNER_MODULES[owner];
  return Object.hasOwn(contracts, kind) ? (contracts[kind] as ModuleContract) : undefined;
}
