import type { Kysely } from "kysely";
import type { EndReason } from "#contract/ended-session.ts";

/** The columns of every resource that is written. */
export type Common = { id: string; description: string; metadata: string; created_at: string };
/** `hostports` = JSON list, or null when none were ever given. */
type EdgeTable = Common & { hostports: string };

/**
 * Tables of the store. Portable columns only (decisions/store/databases.md): ids, RFC 3339 times and JSON are TEXT,
 * numbers and booleans INTEGER. Ids are time-ordered, so `ORDER BY id DESC` is newest first.
 */
export type Schema = {
  /**
   * Processes on one Postgres. `expires_at` = when its lease ends, milliseconds by the database's clock; `peer_url` = where
   * the others reach the agents here, or null when it has none.
   */
  nodes: { id: string; expires_at: number; peer_url: string | null };
  users: { id: string; name: string; admin: number; created_at: string };
  /** `hash` = SHA-256 of the token, hex; the token itself is never stored. */
  api_keys: Common & { hash: string; owner_id: string };
  /** When keys were last used, to the minute (key-uses.ts). */
  api_key_uses: { api_key_id: string; used_at: string };
  /** `acl` = JSON list of rules. */
  credentials: Common & { hash: string; owner_id: string; acl: string };
  /** Online sessions only: a row lives as long as its socket. `capabilities` = JSON of the hello's. */
  sessions: {
    id: string;
    credential_id: string;
    agent_version: string;
    ip: string;
    metadata: string;
    os: string;
    region: string;
    started_at: string;
    transport: string;
    capabilities: string;
    /** The service process that holds the socket. */
    node_id: string;
    /** The session that the agent had before, as it could prove. */
    succeeds: string | null;
    /** JSON of what came of the agent's last update; null where it had none. */
    agent_update: string | null;
    /** When the agent refused an update since its updates are off; null where it did not, or took one since. */
    update_refused_at: string | null;
  };
  /** `public_url`, `endpoint_id` null on backend tunnels; `labels` = JSON map or null on the others. */
  tunnels: {
    id: string;
    session_id: string;
    proto: string;
    public_url: string | null;
    forwards_to: string;
    metadata: string;
    labels: string | null;
    region: string;
    started_at: string;
    endpoint_id: string | null;
  };
  /** Ephemeral ones have `tunnel_id`, those of an edge `edge_id`. `hostport` is unique. */
  endpoints: {
    id: string;
    type: "ephemeral" | "edge";
    proto: string;
    hostport: string;
    public_url: string;
    region: string;
    metadata: string;
    created_at: string;
    updated_at: string;
    tunnel_id: string | null;
    edge_id: string | null;
  };
  /** Sessions that ended, the last ones, and what they served (ended-sessions.ts). */
  ended_sessions: {
    id: string;
    credential_id: string;
    agent_version: string;
    ip: string;
    metadata: string;
    os: string;
    region: string;
    started_at: string;
    transport: string;
    succeeds: string | null;
    ended_at: string;
    reason: EndReason;
    /** Why its agent was refused when it tried to come back. */
    refusal: string | null;
  };
  ended_tunnels: {
    id: string;
    session_id: string;
    proto: string;
    public_url: string | null;
    forwards_to: string;
    metadata: string;
    labels: string | null;
    region: string;
    started_at: string;
    endpoint_id: string | null;
  };
  https_edges: EdgeTable;
  tls_edges: EdgeTable;
  tcp_edges: EdgeTable;
  /** Tunnel group backends. `labels` = JSON map. */
  backends: Common & { labels: string };
  /** `match` is unique within its edge. */
  routes: Common & { edge_id: string; match_type: string; match: string };
  /**
   * A module that is set, of an edge or a route: `value` = JSON of its accepted request, secrets included; `made` = JSON
   * of what the service made for it, or how often what it counts began anew; else null.
   */
  modules: { owner_id: string; kind: string; value: string; made: string | null };
  /** The resources that a module names, to find who names one. */
  module_refs: { owner_id: string; kind: string; ref_id: string };
  /** Keys the service signs with. */
  signing_keys: {
    purpose: "saml" | "edge";
    private_key_pem: string;
    certificate_pem: string;
    created_at: string;
  };
  ip_policies: Common;
  /** `cidr` is canonical and unique within its policy. */
  ip_policy_rules: Common & { ip_policy_id: string; cidr: string; action: string };
  /** `key_usages` and `extended_key_usages` = JSON lists. */
  certificate_authorities: Common & {
    ca_pem: string;
    subject_common_name: string;
    not_before: string;
    not_after: string;
    key_usages: string;
    extended_key_usages: string;
  };
  /** Endpoints and routes whose bodies are kept with their traffic until `expires_at`. */
  captures: { id: string; target_id: string; created_at: string; expires_at: string };
  /**
   * Actions on many agents in stages. JSON: `asked` = what was asked for, `plan` = what was planned, `progress` = where it
   * is, `counts` = how many agents are where. `node_id` = the process that runs it; `revision` rises with each change.
   */
  rollouts: {
    id: string;
    created_at: string;
    owner_id: string;
    node_id: string;
    asked: string;
    plan: string;
    progress: string;
    counts: string;
    ended_at: string | null;
    revision: number;
  };
  /** Its agents from 0. JSON: `session` = as it was planned, `progress` = what came of it. */
  rollout_agents: { rollout_id: string; n: number; session: string; progress: string };
  /** `target` = JSON of its accepted request, secrets included. */
  event_destinations: Common & { format: string; target: string };
  event_subscriptions: Common;
  /** The kinds of events of a subscription, from 0. Of traffic: which `fields` are sent (JSON list), by which `filter`, and what share. */
  event_sources: {
    subscription_id: string;
    type: string;
    n: number;
    fields: string | null;
    filter: string | null;
    sample: string | null;
  };
  event_subscription_destinations: { subscription_id: string; destination_id: string; n: number };
  /**
   * Events that are still to be sent, and those that were given up, which have `failed_at`. `payload` = what is sent; those of
   * one `object_id` are sent in the order of `seq`. `due_at` = when it is tried next, `began_at` = when it was first tried or 0,
   * in milliseconds since 1970.
   */
  event_deliveries: {
    id: string;
    destination_id: string;
    subscription_id: string;
    event_id: string;
    seq: number;
    object_id: string;
    type: string;
    payload: string;
    attempts: number;
    due_at: number;
    began_at: number;
    reason: string | null;
    failed_at: string | null;
  };
  /** What came of what was sent last, and how much traffic was not kept for it. */
  event_delivery_states: {
    destination_id: string;
    lost: number;
    sent_at: string | null;
    refused_at: string | null;
    reason: string | null;
  };
  /** Work that one process of the account does: which. */
  leases: { name: string; node_id: string };
  /** A number for each table above and below that is raised in the transaction of each change to its rows. */
  versions: { name: string; value: number };
  /** The version of `sessions` that a session, or one that is gone, changed at; of the last 100,000 changes. */
  session_changes: { id: string; version: number };
  /** One row. `event_seq` = the highest number of an event. */
  account: { id: string; event_seq: number; created_at: string };
  /**
   * Audit events. `principal`, `object` and `before` are JSON; `object_id`, `principal_id` and `key_id` are for look-ups. `seq`
   * rises in the order of commits.
   */
  events: {
    id: string;
    seq: number;
    type: string;
    timestamp: string;
    principal: string;
    object: string;
    before: string | null;
    object_id: string;
    principal_id: string;
    key_id: string;
  };
};

/** The store, or a transaction on it. */
export type Db = Kysely<Schema>;

/** A table whose changes are counted (versions.ts). */
export type Table = Exclude<
  keyof Schema,
  | "ended_sessions"
  | "ended_tunnels"
  | "event_deliveries"
  | "event_delivery_states"
  | "leases"
  | "nodes"
  | "session_changes"
  | "versions"
>;
