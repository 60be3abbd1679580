import * as z from "zod/mini";
import { SomeSeconds, Uint32 } from "../common.ts";
import { contract } from "./module-contract.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";

/** `num_buckets` is at most this (protocol-facts.md#limits). */
export const NUM_BUCKETS_MAX = 128;

/**
 * The circuit breaker as read (api.md#circuit_breaker): request and answer have one shape. `tripped_duration` and
 * `rolling_window` are seconds, `error_threshold_percentage` a share from 0 to 1.
 */
export const CircuitBreaker = z.looseObject({
  enabled: EnabledAnswer,
  tripped_duration: z.number(),
  rolling_window: z.number(),
  num_buckets: z.number(),
  volume_threshold: z.number(),
  error_threshold_percentage: z.number(),
});
export type CircuitBreaker = z.infer<typeof CircuitBreaker>;

/**
 * PUT …/circuit_breaker. A field left out takes the service's default; the durations and `num_buckets` must be
 * above 0 (protocol-facts.md#circuit-breaker, 7016 to 7018).
 */
export const CircuitBreakerRequest = z.strictObject({
  enabled: Enabled,
  tripped_duration: z.optional(SomeSeconds),
  rolling_window: z.optional(SomeSeconds),
  num_buckets: z.optional(
    z
      .int()
      .check(z.gte(1, "must be at least 1"), z.lte(NUM_BUCKETS_MAX, `must be at most ${NUM_BUCKETS_MAX}`)),
  ),
  volume_threshold: z.optional(Uint32),
  error_threshold_percentage: z.optional(
    z
      .number()
      .check(
        z.gte(0, "must be from 0 to 1. Example: 0.5 for 50 %"),
        z.lte(1, "must be from 0 to 1. Example: 0.5 for 50 %"),
      ),
  ),
});
export type CircuitBreakerRequest = z.infer<typeof CircuitBreakerRequest>;

/** What a field reads when it was never given (protocol-facts.md#circuit-breaker, the agent-side defaults). */
export const CIRCUIT_BREAKER_DEFAULTS: CircuitBreaker = {
  enabled: true,
  tripped_duration: 10,
  rolling_window: 10,
  num_buckets: 10,
  volume_threshold: 20,
  error_threshold_percentage: 0.5,
};

export const circuitBreakerContract = contract({
  kind: "circuit_breaker",
  owners: ["route"],
  title: "Circuit breaker",
  purpose: "Pause requests to a failing app",
  group: "Traffic",
  role: "shape",
  readsTraffic: true,
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
