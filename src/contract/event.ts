import * as z from "zod/mini";
import { byteText, listOf, PageQuery, Ref, Timestamp } from "./common.ts";

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
} as const;
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

/** The payload of an audit event: the resource at that moment, in the documented fields. `token` is always null. */
export function auditPayload(
  kind: AuditKind,
  resource: { [field: string]: unknown },
): Record<string, unknown> {
  return Object.fromEntries(
    AUDIT_PAYLOADS[kind].map((field) => [field, field === "token" ? null : (resource[field] ?? null)]),
  );
}

/** Who did it (protocol-facts.md#events). `credential` is the API key, null when the dashboard did it. */
export const Principal = z.looseObject({
  id: z.string(),
  subject: z.nullish(z.string()),
  source: z.nullish(z.string()),
  credential: z.nullish(Ref),
});
export type Principal = z.infer<typeof Principal>;

/** The delivery envelope (protocol-facts.md#events). Traffic events have no principal. */
export const Event = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  event_timestamp: Timestamp,
  account_id: z.nullish(z.string()),
  principal: z.nullish(Principal),
  object: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof Event>;

/** GET /events, newest first. An extension: other services of the family have no such list. */
export const EventList = listOf("events", Event);

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
