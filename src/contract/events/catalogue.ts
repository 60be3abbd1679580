import type * as z from "zod/mini";
import {
  AUDIT_PAYLOADS,
  type AuditKind,
  auditVerbsOf,
  type AuditVerb,
  OWN_AUDIT_SHAPES,
} from "#contract/audit-event.ts";
import { type FieldFacts, type FieldType, TRAFFIC_KINDS } from "#contract/traffic/fields.ts";
import { nest } from "#contract/traffic/nest.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { AUDIT_FIELDS, type AuditFieldFacts } from "./audit-fields.ts";
import { OWN_FIELD_WORDS } from "./own-field-words.ts";

/** A field of a kind's payload, dots leading into objects. */
type EventField = {
  name: string;
  /** As documents write it: `Map<string, List<string>>`. */
  type: string;
  /** Filters of event sources may use it. */
  filterable: boolean;
  /** A sentence without its dot; empty where the API reference says more. */
  about: string;
  values: readonly string[];
};

/** A kind of event. */
export type EventKind = {
  /** Its name: `api_key_created.v0`. */
  type: string;
  family: "traffic" | "audit";
  /** When it fires; a sentence without its dot. */
  fires: string;
  /** None where the family documents none. */
  fields: readonly EventField[];
  /** Only this service has it. */
  extension: boolean;
  /** This service writes it; others are known, and never fire. */
  written: boolean;
  /** Of `object`, the payload; null where its fields are not documented. */
  example: Record<string, unknown> | null;
};

const TYPE_WORDS: Record<FieldType | AuditFieldFacts["type"], string> = {
  bool: "bool",
  double: "double",
  int32: "int32",
  int64: "int64",
  ms: "double",
  string: "string",
  strings: "List<string>",
  timestamp: "timestamp",
  headers: "Map<string, List<string>>",
  map: "Map<string, string>",
  maps: "List<Map<string, any>>",
  names: "List<string>",
  decisions: "List<object>",
  base64: "string",
  ref: "Ref",
  refs: "List<Ref>",
  object: "object",
};

const byName = <One extends { name: string }>(a: One, b: One) => (a.name < b.name ? -1 : 1);

function fieldsOf(fields: Readonly<Record<string, FieldFacts | AuditFieldFacts>>): EventField[] {
  return Object.entries(fields).map(([name, facts]) => ({
    name,
    type: TYPE_WORDS[facts.type],
    filterable: "filterable" in facts,
    about: facts.about,
    values: facts.values ?? [],
  }));
}

function exampleOf(fields: Readonly<Record<string, { example: unknown }>>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, { example }]) => [name, example] as const);
  const lists = entries.filter(([name]) => name.includes("[]."));
  const inLists = Object.entries(
    nest(Object.fromEntries(lists.map(([name, one]) => [name.replace("[]", ""), one]))),
  ).map(([name, one]) => [name, [one]] as const);
  return {
    ...nest(Object.fromEntries(entries.filter((one) => !lists.includes(one)))),
    ...Object.fromEntries(inLists),
  };
}

/** What a schema holds, in the words of documents. */
function wordsOf(schema: z.core.$ZodType): string {
  const { _zod: zod } = schema;
  const def = zod.def as {
    type: string;
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    shape?: object;
  };
  if (def.innerType) return wordsOf(def.innerType);
  if (def.element) return `List<${wordsOf(def.element)}>`;
  if (def.shape) return "id" in def.shape && "uri" in def.shape ? "Ref" : "object";
  const words: Record<string, string> = {
    boolean: "bool",
    number: "int64",
    record: "Map<string, any>",
    enum: "string",
    literal: "string",
    union: "object",
    unknown: "object",
  };
  return words[def.type] ?? def.type;
}

function ownField(kind: keyof typeof OWN_AUDIT_SHAPES, name: string): EventField {
  const shape: Record<string, z.core.$ZodType | undefined> = OWN_AUDIT_SHAPES[kind];
  const schema = shape[name];
  const module = kind === "test_request" ? undefined : factsOf(name);
  const timestamp = name.endsWith("_at");
  return {
    name,
    type: timestamp ? "timestamp" : schema ? wordsOf(schema) : "object",
    filterable: false,
    about: module ? `${module.title}; null if not set` : (OWN_FIELD_WORDS[name]?.[0] ?? ""),
    values: [],
  };
}

const VERBS = { created: "is created", updated: "changes", deleted: "is deleted" } as const;
/** Kinds of this service that are no objects: what the first verb of each tells. */
const ACTS: Partial<Record<AuditKind, string>> = {
  agent_command: "An agent accepts a command to restart, stop or update; rollouts have events of their own",
  event_resend: "An operator resends failed events",
  event_test: "An operator sends a test event",
  live_state_reset: "A circuit breaker or a rate limit is reset",
  test_request: "An operator sends a test request",
};
const REFUSED = "An agent refuses a command to restart, stop or update, or fails to carry it out";
/** What only an event of a refusal has. */
const OF_REFUSALS = ["error_code", "reason"];
const SPELLED: Readonly<Record<string, string>> = {
  api: "API",
  ip: "IP",
  ssh: "SSH",
  tcp: "TCP",
  tls: "TLS",
  https: "HTTPS",
};

/** `ip_policy_rule` → "An IP policy rule". */
function nounOf(kind: string): string {
  if (kind === "tunnel_credential") return "An authtoken";
  const words = kind.split("_").map((word) => SPELLED[word] ?? word);
  const [first = ""] = words;
  const vowel = /^(?:[aeio]|IP|API|SSH|HTTPS)/.test(first);
  return `${vowel ? "An" : "A"} ${words.join(" ")}`;
}

const ownExample = (name: string, verb: AuditVerb): unknown =>
  verb !== "refused" && OF_REFUSALS.includes(name) ? null : (OWN_FIELD_WORDS[name]?.[1] ?? null);

function auditKinds(kind: string): EventKind[] {
  const documented = (AUDIT_FIELDS as Record<string, Readonly<Record<string, AuditFieldFacts>>>)[kind];
  const own = documented ? undefined : (kind as keyof typeof OWN_AUDIT_SHAPES);
  const names = own ? AUDIT_PAYLOADS[own] : [];
  const act = ACTS[kind as AuditKind];
  return auditVerbsOf(kind as AuditKind).map((verb) => ({
    type: `${kind}_${verb}.v0`,
    family: "audit" as const,
    fires: verb === "refused" ? REFUSED : (act ?? `${nounOf(kind)} ${VERBS[verb]}`),
    fields: documented ? fieldsOf(documented) : own ? names.map((name) => ownField(own, name)) : [],
    extension: !documented,
    written: kind in AUDIT_PAYLOADS,
    example: documented
      ? exampleOf(documented)
      : Object.fromEntries(names.map((name) => [name, ownExample(name, verb)])),
  }));
}

function trafficKind(type: string, fires: string, written = true): EventKind {
  const fields = TRAFFIC_KINDS[type] ?? {};
  const known = Object.keys(fields).length > 0;
  return {
    type,
    family: "traffic",
    fires,
    fields: fieldsOf(fields).toSorted(byName),
    extension: false,
    written,
    example: known ? exampleOf(fields) : null,
  };
}

/** Every kind of event that is known, those of traffic first (protocol-facts.md#events). */
export const EVENT_KINDS: readonly EventKind[] = [
  trafficKind("http_request_complete.v0", "An HTTP request completes"),
  trafficKind("tcp_connection_closed.v0", "A TCP connection to an endpoint closes"),
  trafficKind("log.v0", "A Log action of a traffic policy runs", false),
  ...[...new Set([...Object.keys(AUDIT_FIELDS), ...Object.keys(AUDIT_PAYLOADS)])]
    .toSorted()
    .flatMap(auditKinds),
];
