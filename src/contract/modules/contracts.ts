import { backendContract } from "./backend.ts";
import { circuitBreakerContract } from "./circuit-breaker.ts";
import { compressionContract } from "./compression.ts";
import { ipRestrictionContract } from "./ip-restriction.ts";
import { jwtValidationContract } from "./jwt-validation.ts";
import type { ModuleContract, ModuleOwner } from "./module-contract.ts";
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

/**
 * Every module kind there is: the one list that requests, answers, operations, errors, examples, lint and tests are made
 * from. In the order a request meets them (decisions/modules/order.md), which is the order owners show them in.
 */
export const MODULE_CONTRACTS = [
  httpsTlsTerminationContract,
  tlsTerminationContract,
  mutualTlsContract,
  ipRestrictionContract,
  userAgentFilterContract,
  oauthContract,
  samlContract,
  oidcContract,
  webhookVerificationContract,
  jwtValidationContract,
  policiesContract,
  websocketTcpConverterContract,
  circuitBreakerContract,
  requestHeadersContract,
  backendContract,
  compressionContract,
  responseHeadersContract,
] as const;

/** One of the contracts, with its exact types. */
export type KnownContract = (typeof MODULE_CONTRACTS)[number];

/** The contracts of an owner's modules by wire name, with their exact types. */
export type ModulesOf<O extends ModuleOwner> = {
  [C in KnownContract as O extends C["owners"][number] ? C["kind"] : never]: C;
};

/** Wire name of a module of a route. */
export type RouteModule = keyof ModulesOf<"route">;

/** The contracts when their exact types don't matter. */
export const ALL_CONTRACTS = MODULE_CONTRACTS as unknown as readonly ModuleContract[];

/** The contracts of an owner's modules by wire name, in the order it shows them. */
export function modulesOf<O extends ModuleOwner>(owner: O): ModulesOf<O> {
  const own = ALL_CONTRACTS.filter(({ owners }) => owners.includes(owner));
  return Object.fromEntries(own.map((contract) => [contract.kind, contract])) as ModulesOf<O>;
}

/** The contract of an owner's module when its exact types don't matter; undefined when the owner has no such module. */
export function findContract(owner: ModuleOwner, kind: string): ModuleContract | undefined {
  return ALL_CONTRACTS.find((one) => one.kind === kind && one.owners.includes(owner));
}

/** The contract of an owner's module that is known to be there, when its exact types don't matter. */
export function contractOf(owner: ModuleOwner, kind: string): ModuleContract {
  const contract = findContract(owner, kind);
  if (!contract)
    throw new Error(`No contract in src/contract/modules/contracts.ts gives a ${owner} ${kind}.`);
  return contract;
}
