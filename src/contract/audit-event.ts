import * as z from "zod/mini";
import { TunnelGroupBackend } from "./backend.ts";
import { Timestamp } from "./answer.ts";
import { byteText, idOf, PageQuery } from "./common.ts";
import { HttpsEdge, TcpEdge, TlsEdge } from "./edge.ts";
import { Route } from "./route.ts";
import { AUDIT_FIELDS } from "#contract/events/audit-fields.ts";
import { RolloutSummary } from "#contract/rollouts/rollout.ts";
import { AgentCommand } from "#contract/tunnel-session.ts";
import { TrafficCapture } from "#contract/traffic/traffic-capture.ts";

/** What an answer shows of other objects, which have events of their own. */
const OF_OTHERS = ["routes", "tunnels"];

const text = z.nullable(z.string());

/** What only this service writes, by the shape that the payload shows (decisions/store/own-events.md). */
export const OWN_AUDIT_SHAPES = {
  https_edge: HttpsEdge.shape,
  https_edge_route: Route.shape,
  tls_edge: TlsEdge.shape,
  tcp_edge: TcpEdge.shape,
  tunnel_group_backend: TunnelGroupBackend.shape,
  traffic_capture: TrafficCapture.shape,
  rollout: RolloutSummary.shape,
  live_state_reset: { id: z.string(), edge_id: z.string(), match: z.string(), module: z.string() },
  event_test: { id: z.string(), uri: z.string(), description: z.string() },
  event_resend: { id: z.string(), uri: z.string(), description: z.string(), count: z.int() },
  agent_command: {
    id: z.string(),
    uri: z.string(),
    command: AgentCommand,
    agent_version: z.string(),
    metadata: z.string(),
    error_code: text,
    reason: text,
  },
  test_request: { id: z.string(), method: z.string(), url: z.string(), client_ip: text, module: text },
} satisfies Record<string, Record<string, z.ZodMiniType>>;
type OwnKind = keyof typeof OWN_AUDIT_SHAPES;

function ownPayload(kind: OwnKind): readonly string[] {
  return Object.keys(OWN_AUDIT_SHAPES[kind]).filter((field) => !OF_OTHERS.includes(field));
}

/** The documented kinds whose resources this service has. */
const WRITTEN = [
  "api_key",
  "certificate_authority",
  "event_destination",
  "event_subscription",
  "ip_policy",
  "ip_policy_rule",
  "tunnel_credential",
] as const satisfies readonly (keyof typeof AUDIT_FIELDS)[];

export type AuditKind = (typeof WRITTEN)[number] | OwnKind;

/** The audit events that this service has (protocol-facts.md#events), with the fields of their payload, no others. */
export const AUDIT_PAYLOADS = Object.fromEntries([
  ...WRITTEN.map((kind) => [kind, [...new Set(Object.keys(AUDIT_FIELDS[kind]).map(firstName))]] as const),
  ...(Object.keys(OWN_AUDIT_SHAPES) as OwnKind[]).map((kind) => [kind, ownPayload(kind)] as const),
]) as Record<AuditKind, readonly string[]>;

/** `certificate.id` and `sources[].type` are in `certificate` and `sources`. */
function firstName(path: string): string {
  return path.split(/\.|\[/, 1)[0] ?? path;
}
export const AUDIT_KINDS = Object.keys(AUDIT_PAYLOADS) as [AuditKind, ...AuditKind[]];
const VERBS = ["created", "updated", "deleted"] as const;
export type AuditVerb = (typeof VERBS)[number] | "refused";
/** The verbs of those that have not all three: acts of operators are no objects, and some objects have no such operation. */
const SOME_VERBS: Partial<Record<AuditKind, readonly AuditVerb[]>> = {
  traffic_capture: ["created", "deleted"],
  rollout: ["created", "updated"],
  live_state_reset: ["created"],
  event_test: ["created"],
  event_resend: ["created"],
  agent_command: ["created", "refused"],
  test_request: ["created"],
};

/** What can happen to an object of the kind, each with an event of its own. */
export function auditVerbsOf(kind: AuditKind): readonly AuditVerb[] {
  return SOME_VERBS[kind] ?? VERBS;
}

export type AuditEventType = `${AuditKind}_${AuditVerb}.v0`;

/** The name of an audit event (protocol-facts.md#events). */
export function auditEventType(kind: AuditKind, verb: AuditVerb): AuditEventType {
  return `${kind}_${verb}.v0`;
}

/** Every audit event this service can write. */
export const AUDIT_EVENT_TYPES: readonly AuditEventType[] = AUDIT_KINDS.flatMap((kind) =>
  auditVerbsOf(kind).map((verb) => auditEventType(kind, verb)),
);

type Fields = { [field: string]: unknown };
/** What a change replaced: the resource before it, and the fields that count as changed in any case. */
export type Replaced = { resource: Fields; fields?: readonly string[] };

/** The payload of an audit event: the resource at that moment, in the documented fields. `token` is always null. */
export function auditPayload(kind: AuditKind, resource: Fields): Fields {
  return Object.fromEntries(
    AUDIT_PAYLOADS[kind].map((field) => [field, field === "token" ? null : (resource[field] ?? null)]),
  );
}

/** Of what an update replaced: the fields of its payload that it changed, as they were. */
export function fieldsBefore(kind: AuditKind, now: Fields, { resource, fields = [] }: Replaced): Fields {
  const was = auditPayload(kind, resource);
  return Object.fromEntries(
    Object.entries(was).filter(
      ([field, value]) => fields.includes(field) || JSON.stringify(value) !== JSON.stringify(now[field]),
    ),
  );
}

/** What events can be counted over: a day, a week, and 30 days. */
const EVENT_COUNTS_HOURS = ["24", "168", "720"] as const;

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
  /** The kind of what was changed, whatever was done with it. */
  resource: z.optional(z.enum(AUDIT_KINDS, "must be a kind of resource, like api_key")),
  object_id: z.optional(SomeId),
  /** An edge: what was changed of it and of its routes. */
  edge_id: z.optional(idOf("httpsEdge", "tlsEdge", "tcpEdge")),
  /** An IP policy: what was changed of it and of its rules. */
  ip_policy_id: z.optional(idOf("ipPolicy")),
  /** Id of the user or bot. */
  principal: z.optional(SomeId),
  /** Id of the API key it was done with. */
  credential: z.optional(SomeId),
  since: z.optional(Moment),
  until: z.optional(Moment),
});
/** Query of GET /event_counts: from so many hours ago, 24 unless given. */
export const EventCountsQuery = z.strictObject({
  hours: z.optional(z.enum(EVENT_COUNTS_HOURS, `must be one of ${EVENT_COUNTS_HOURS.join(", ")}`)),
});

export type EventQuery = z.infer<typeof EventQuery>;
