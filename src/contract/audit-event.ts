import * as z from "zod/mini";
import { TunnelGroupBackend } from "./backend.ts";
import { Timestamp } from "./answer.ts";
import { byteText, PageQuery } from "./common.ts";
import { HttpsEdge, TcpEdge, TlsEdge } from "./edge.ts";
import { Route } from "./route.ts";
import { RolloutSummary } from "#contract/rollouts/rollout.ts";
import { TrafficCapture } from "#contract/traffic/traffic-capture.ts";

/** What an answer shows of other objects, which have events of their own. */
const OF_OTHERS = ["routes", "tunnels"];

/** The payload where the family names none: the resource as it is read, and what it was (decisions/store/own-events.md). */
function ownPayload({ shape }: { shape: object }): readonly string[] {
  return [...Object.keys(shape).filter((field) => !OF_OTHERS.includes(field)), "before"];
}

/** The audit events that this service has (protocol-facts.md#events), with the fields of their payload, no others. */
export const AUDIT_PAYLOADS = {
  api_key: ["id", "uri", "description", "metadata", "created_at", "token"],
  certificate_authority: [
    "id",
    "uri",
    "created_at",
    "description",
    "metadata",
    "ca_pem",
    "subject_common_name",
    "not_before",
    "not_after",
    "key_usages",
    "extended_key_usages",
  ],
  ip_policy: ["id", "uri", "created_at", "description", "metadata"],
  ip_policy_rule: ["id", "uri", "created_at", "description", "metadata", "cidr", "ip_policy", "action"],
  tunnel_credential: ["id", "uri", "created_at", "description", "metadata", "token", "acl"],
  https_edge: ownPayload(HttpsEdge),
  https_edge_route: ownPayload(Route),
  tls_edge: ownPayload(TlsEdge),
  tcp_edge: ownPayload(TcpEdge),
  tunnel_group_backend: ownPayload(TunnelGroupBackend),
  traffic_capture: Object.keys(TrafficCapture.shape),
  rollout: Object.keys(RolloutSummary.shape),
  live_state_reset: ["id", "edge_id", "match", "module"],
  test_request: ["id", "method", "url", "client_ip", "module"],
} as const satisfies Record<string, readonly string[]>;
export type AuditKind = keyof typeof AUDIT_PAYLOADS;

const AUDIT_VERBS = ["created", "updated", "deleted"] as const;
export type AuditVerb = (typeof AUDIT_VERBS)[number];

export type AuditEventType = `${AuditKind}_${AuditVerb}.v0`;

/** The name of an audit event (protocol-facts.md#events). */
export function auditEventType(kind: AuditKind, verb: AuditVerb): AuditEventType {
  return `${kind}_${verb}.v0`;
}

/** Every audit event this service can write. */
export const AUDIT_EVENT_TYPES: readonly AuditEventType[] = (
  Object.keys(AUDIT_PAYLOADS) as AuditKind[]
).flatMap((kind) => AUDIT_VERBS.map((verb) => auditEventType(kind, verb)));

type Fields = { [field: string]: unknown };
/** What a change replaced: the resource before it, and the fields that count as changed in any case. */
export type Replaced = { resource: Fields; fields?: readonly string[] };

/**
 * The payload of an audit event: the resource at that moment, in the documented fields. `token` is always null; `before`,
 * where the kind has it, holds the fields that an update changed as they were, and is null in other events.
 */
export function auditPayload(kind: AuditKind, resource: Fields, replaced?: Replaced): Fields {
  const fields = AUDIT_PAYLOADS[kind].filter((field) => field !== "before");
  const now = Object.fromEntries(
    fields.map((field) => [field, field === "token" ? null : (resource[field] ?? null)]),
  );
  if (!AUDIT_PAYLOADS[kind].some((field) => field === "before")) return now;
  return { ...now, before: replaced ? changed(now, replaced) : null };
}

function changed(now: Fields, { resource, fields = [] }: Replaced): Fields {
  const entries = Object.keys(now).map((field) => [field, resource[field] ?? null] as const);
  return Object.fromEntries(
    entries.filter(
      ([field, was]) => fields.includes(field) || JSON.stringify(was) !== JSON.stringify(now[field]),
    ),
  );
}

/** An id of any kind, also of something that never was. */
const SomeId = byteText(255).check(z.minLength(1));

/** A time on a day that its month has: answers are taken as they come, what is asked for is not. */
const Moment = Timestamp.check(
  z.refine((text) => {
    const date = text.slice(0, 10);
    const day = Date.parse(`${date}T00:00:00Z`);
    // Date.parse takes the 30th of February for the 2nd of March.
    return Number.isNaN(day) || new Date(day).toISOString().startsWith(date);
  }, "must be a day that its month has"),
);

/** Query of GET /events: a page, and filters that must all hold. `since` is included, `until` is not. */
export const EventQuery = z.extend(PageQuery, {
  type: z.optional(
    z.enum(
      AUDIT_EVENT_TYPES as [AuditEventType, ...AuditEventType[]],
      "must be an event type, like api_key_created.v0",
    ),
  ),
  object_id: z.optional(SomeId),
  /** Id of the user or bot. */
  principal: z.optional(SomeId),
  since: z.optional(Moment),
  until: z.optional(Moment),
});
export type EventQuery = z.infer<typeof EventQuery>;
