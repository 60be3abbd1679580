import type * as z from "zod/mini";
import { CIRCUIT_BREAKER_DEFAULTS, CircuitBreaker, CircuitBreakerRequest } from "./circuit-breaker.ts";

/** The modules of an HTTPS edge route, in the order a route shows them (api.md, HTTPS edge route). */
export const ROUTE_MODULES = [
  "backend",
  "ip_restriction",
  "circuit_breaker",
  "compression",
  "request_headers",
  "response_headers",
  "webhook_verification",
  "oauth",
  "saml",
  "oidc",
  "websocket_tcp_converter",
  "user_agent_filter",
  "jwt_validation",
  "policies",
] as const;
export type RouteModule = (typeof ROUTE_MODULES)[number];

/** What the wire says of one module kind. */
export type ModuleContract<Request = unknown, Answer = unknown> = {
  /** Body of PUT, strict: unknown fields are refused. */
  request: z.ZodMiniType<Request>;
  /** Body of the answers, tolerant: unknown fields are kept. */
  answer: z.ZodMiniType<Answer>;
  /** The stored answer for an accepted request: defaults filled in. */
  toAnswer: (request: Request) => Answer;
  /** A valid request, for examples and tests. */
  example: Request;
};

function contract<Request, Answer>(parts: ModuleContract<Request, Answer>): ModuleContract<Request, Answer> {
  return parts;
}

export const circuitBreakerContract = contract<CircuitBreakerRequest, CircuitBreaker>({
  request: CircuitBreakerRequest,
  answer: CircuitBreaker,
  toAnswer: (request) => ({ ...CIRCUIT_BREAKER_DEFAULTS, ...request }),
  example: {
    enabled: true,
    tripped_duration: 30,
    rolling_window: 10,
    num_buckets: 10,
    volume_threshold: 20,
    error_threshold_percentage: 0.5,
  },
});

/** Wire name → contract, for every module kind the service and the console know. A kind not here answers 404. */
export const MODULE_CONTRACTS = {
  circuit_breaker: circuitBreakerContract,
} as const;
export type KnownModule = keyof typeof MODULE_CONTRACTS;

export const KNOWN_MODULES = Object.keys(MODULE_CONTRACTS) as readonly KnownModule[];

/** The contract of a kind when its exact types don't matter. */
export function moduleContract(kind: KnownModule): ModuleContract {
  return MODULE_CONTRACTS[kind] as ModuleContract;
}
