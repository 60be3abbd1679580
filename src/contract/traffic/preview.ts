import * as z from "zod/mini";
import { Timestamp } from "../answer.ts";
import { readCidrFault } from "../cidr.ts";
import { byteText, idOf } from "../common.ts";
import { TrafficEvent } from "./traffic-event.ts";

/** Kinds of modules that decide which requests reach the app. */
export const PREVIEW_KINDS = [
  "tls_termination",
  "mutual_tls",
  "ip_restriction",
  "user_agent_filter",
  "oauth",
  "saml",
  "oidc",
  "webhook_verification",
  "jwt_validation",
  "policies",
  "websocket_tcp_converter",
  "circuit_breaker",
] as const;

/** The other modules that are off with a draft, as a login that it replaces. */
export const DraftOff = z.optional(
  z.array(byteText(64)).check(z.maxLength(16, "must have at most 16 modules")),
);

/** How far back requests are looked at, and how many of them. */
export const PREVIEW_SECONDS = 3_600;
export const PREVIEW_MAX = 1_000;

/** POST /traffic_previews, an extension (decisions/edge/previews.md): a module as it would be, the rules of an IP policy, or both. */
export const TrafficPreviewCreate = z
  .strictObject({
    module: z.optional(
      z.strictObject({
        owner_id: idOf("route", "httpsEdge", "tlsEdge", "tcpEdge"),
        kind: z.enum(PREVIEW_KINDS, `must be one of ${PREVIEW_KINDS.join(", ")}`),
        request: z.record(z.string(), z.unknown()),
        off: DraftOff,
      }),
    ),
    ip_policy: z.optional(
      z.strictObject({
        id: idOf("ipPolicy"),
        /** All that it would have. */
        rules: z
          .array(
            z.strictObject({
              action: z.enum(["allow", "deny"], "must be allow or deny"),
              cidr: byteText(64).check(
                z.refine(
                  (text) => readCidrFault(text) === null,
                  "must be an IP range. Example: 203.0.113.0/24",
                ),
              ),
            }),
          )
          .check(z.maxLength(10_000, "must have at most 10,000 rules")),
      }),
    ),
  })
  .check(
    z.refine(({ module, ip_policy }) => module !== undefined || ip_policy !== undefined, {
      error: "must be given where ip_policy is not",
      path: ["module"],
    }),
  );
export type TrafficPreviewCreate = z.infer<typeof TrafficPreviewCreate>;

/** What a draft would have done to the requests of the last hour, newest first, compared with what is saved. */
export const TrafficPreview = z.looseObject({
  /** How many were looked at. */
  requests: z.number(),
  /** There were more. */
  more: z.boolean(),
  newly_blocked: z.number(),
  newly_allowed: z.number(),
  /** Blocked before, and no more by what blocked them: whether another module blocks them can’t be told. */
  maybe_allowed: z.optional(z.number()),
  /** Blocked as before, but by another kind of module than before, or with a sign-in asked for on one side only. */
  still_blocked: z.optional(
    z.array(
      z.looseObject({
        kind: z.string(),
        /** The draft asks them to sign in. */
        sign_in: z.boolean(),
        /** What is saved asks them to sign in. */
        was_sign_in: z.boolean(),
        requests: z.number(),
      }),
    ),
  ),
  /** So many the draft blocks for certain: also those that were blocked before, and those of which that can’t be told. */
  blocked: z.optional(z.number()),
  /** By what they are blocked, the most first. */
  blocked_by: z.optional(
    z.array(z.looseObject({ kind: z.string(), reason: z.string(), requests: z.number() })),
  ),
  /** Of so many it can’t be told: a module decides by more than is kept. */
  unknown: z.number(),
  /** Where rate limits or circuit breakers may have decided: since when they were counted, from zero. */
  counts_from: z.optional(Timestamp),
  /** Those that change, at most 100. */
  changes: z.array(
    z.looseObject({ event: TrafficEvent, verdict: z.enum(["allow", "block"]), reason: z.string() }),
  ),
});
export type TrafficPreview = z.infer<typeof TrafficPreview>;
