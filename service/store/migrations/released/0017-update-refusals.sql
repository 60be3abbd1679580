CREATE TABLE "account" ("id" text primary key, "event_seq" integer not null, "created_at" text not null)
CREATE TRIGGER "account_delete_version" after delete on "account"
      begin update versions set value = value + 1 where name = 'account'; end
CREATE TRIGGER "account_insert_version" after insert on "account"
      begin update versions set value = value + 1 where name = 'account'; end
CREATE TRIGGER "account_update_version" after update on "account"
      begin update versions set value = value + 1 where name = 'account'; end
CREATE TABLE "api_key_uses" ("api_key_id" text not null references "api_keys" ("id") on delete cascade, "used_at" text not null, constraint "api_key_uses_key" primary key ("api_key_id"))
CREATE TABLE "api_keys" ("id" text primary key, "hash" text not null unique, "owner_id" text not null references "users" ("id"), "description" text not null, "metadata" text not null, "created_at" text not null)
CREATE TRIGGER "api_keys_delete_version" after delete on "api_keys"
      begin update versions set value = value + 1 where name = 'api_keys'; end
CREATE TRIGGER "api_keys_insert_version" after insert on "api_keys"
      begin update versions set value = value + 1 where name = 'api_keys'; end
CREATE TRIGGER "api_keys_update_version" after update on "api_keys"
      begin update versions set value = value + 1 where name = 'api_keys'; end
CREATE TABLE "backends" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null, "labels" text not null)
CREATE TRIGGER "backends_delete_version" after delete on "backends"
      begin update versions set value = value + 1 where name = 'backends'; end
CREATE TRIGGER "backends_insert_version" after insert on "backends"
      begin update versions set value = value + 1 where name = 'backends'; end
CREATE TRIGGER "backends_update_version" after update on "backends"
      begin update versions set value = value + 1 where name = 'backends'; end
CREATE TABLE "captures" ("id" text primary key, "target_id" text not null, "created_at" text not null, "expires_at" text not null)
CREATE TRIGGER "captures_delete_version" after delete on captures
            begin update versions set value = value + 1 where name = 'captures'; end
CREATE TRIGGER "captures_insert_version" after insert on captures
            begin update versions set value = value + 1 where name = 'captures'; end
CREATE TRIGGER "captures_update_version" after update on captures
            begin update versions set value = value + 1 where name = 'captures'; end
CREATE TABLE "certificate_authorities" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null, "ca_pem" text not null, "subject_common_name" text not null, "not_before" text not null, "not_after" text not null, "key_usages" text not null, "extended_key_usages" text not null)
CREATE TRIGGER "certificate_authorities_delete_version" after delete on "certificate_authorities"
      begin update versions set value = value + 1 where name = 'certificate_authorities'; end
CREATE TRIGGER "certificate_authorities_insert_version" after insert on "certificate_authorities"
      begin update versions set value = value + 1 where name = 'certificate_authorities'; end
CREATE TRIGGER "certificate_authorities_update_version" after update on "certificate_authorities"
      begin update versions set value = value + 1 where name = 'certificate_authorities'; end
CREATE TABLE "credentials" ("id" text primary key, "hash" text not null unique, "owner_id" text not null references "users" ("id"), "description" text not null, "metadata" text not null, "created_at" text not null, "acl" text not null)
CREATE TRIGGER "credentials_delete_version" after delete on "credentials"
      begin update versions set value = value + 1 where name = 'credentials'; end
CREATE TRIGGER "credentials_insert_version" after insert on "credentials"
      begin update versions set value = value + 1 where name = 'credentials'; end
CREATE TRIGGER "credentials_update_version" after update on "credentials"
      begin update versions set value = value + 1 where name = 'credentials'; end
CREATE TABLE "ended_sessions" ("id" text primary key, "credential_id" text not null, "agent_version" text not null, "ip" text not null, "metadata" text not null, "os" text not null, "region" text not null, "started_at" text not null, "transport" text not null, "succeeds" text, "ended_at" text not null, "reason" text not null, "refusal" text)
CREATE INDEX "ended_sessions_agent" on "ended_sessions" ("credential_id", "ip")
CREATE INDEX "ended_sessions_ended" on "ended_sessions" ("ended_at")
CREATE TABLE "ended_tunnels" ("id" text primary key, "session_id" text not null references "ended_sessions" ("id") on delete cascade, "proto" text not null, "public_url" text, "forwards_to" text not null, "metadata" text not null, "labels" text, "region" text not null, "started_at" text not null, "endpoint_id" text)
CREATE INDEX "ended_tunnels_session" on "ended_tunnels" ("session_id")
CREATE TABLE "endpoints" ("id" text primary key, "type" text not null, "proto" text not null, "public_url" text not null, "region" text not null, "metadata" text not null, "created_at" text not null, "updated_at" text not null, "hostport" text not null unique, "tunnel_id" text references "tunnels" ("id") on delete cascade, "edge_id" text)
CREATE TRIGGER "endpoints_delete_version" after delete on "endpoints"
      begin update versions set value = value + 1 where name = 'endpoints'; end
CREATE INDEX "endpoints_edge" on "endpoints" ("edge_id")
CREATE TRIGGER "endpoints_insert_version" after insert on "endpoints"
      begin update versions set value = value + 1 where name = 'endpoints'; end
CREATE INDEX "endpoints_tunnel" on "endpoints" ("tunnel_id")
CREATE TRIGGER "endpoints_update_version" after update on "endpoints"
      begin update versions set value = value + 1 where name = 'endpoints'; end
CREATE TABLE "event_deliveries" ("id" text primary key, "destination_id" text not null references "event_destinations" ("id") on delete cascade, "subscription_id" text not null, "event_id" text not null, "seq" bigint not null, "object_id" text not null, "type" text not null, "payload" text not null, "attempts" integer not null, "due_at" bigint not null, "began_at" bigint not null, "reason" text, "failed_at" text)
CREATE INDEX "event_deliveries_object" on "event_deliveries" ("destination_id", "object_id", "seq")
CREATE INDEX "event_deliveries_order" on "event_deliveries" ("destination_id", "seq", "id")
CREATE TABLE "event_delivery_states" ("destination_id" text not null references "event_destinations" ("id") on delete cascade, "lost" bigint not null, "sent_at" text, "refused_at" text, "reason" text, constraint "event_delivery_states_key" primary key ("destination_id"))
CREATE TABLE "event_destinations" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null, "format" text not null, "target" text not null)
CREATE TRIGGER "event_destinations_delete_version" after delete on event_destinations
            begin update versions set value = value + 1 where name = 'event_destinations'; end
CREATE TRIGGER "event_destinations_insert_version" after insert on event_destinations
            begin update versions set value = value + 1 where name = 'event_destinations'; end
CREATE TRIGGER "event_destinations_update_version" after update on event_destinations
            begin update versions set value = value + 1 where name = 'event_destinations'; end
CREATE TABLE "event_sources" ("subscription_id" text not null references "event_subscriptions" ("id") on delete cascade, "type" text not null, "n" integer not null, "fields" text, "filter" text, "sample" text, constraint "event_sources_key" primary key ("subscription_id", "type"))
CREATE TRIGGER "event_sources_delete_version" after delete on event_sources
            begin update versions set value = value + 1 where name = 'event_sources'; end
CREATE TRIGGER "event_sources_insert_version" after insert on event_sources
            begin update versions set value = value + 1 where name = 'event_sources'; end
CREATE INDEX "event_sources_type" on "event_sources" ("type")
CREATE TRIGGER "event_sources_update_version" after update on event_sources
            begin update versions set value = value + 1 where name = 'event_sources'; end
CREATE TABLE "event_subscription_destinations" ("subscription_id" text not null references "event_subscriptions" ("id") on delete cascade, "destination_id" text not null references "event_destinations" ("id"), "n" integer not null, constraint "event_subscription_destinations_key" primary key ("subscription_id", "destination_id"))
CREATE TRIGGER "event_subscription_destinations_delete_version" after delete on event_subscription_destinations
            begin update versions set value = value + 1 where name = 'event_subscription_destinations'; end
CREATE TRIGGER "event_subscription_destinations_insert_version" after insert on event_subscription_destinations
            begin update versions set value = value + 1 where name = 'event_subscription_destinations'; end
CREATE TRIGGER "event_subscription_destinations_update_version" after update on event_subscription_destinations
            begin update versions set value = value + 1 where name = 'event_subscription_destinations'; end
CREATE TABLE "event_subscriptions" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null)
CREATE TRIGGER "event_subscriptions_delete_version" after delete on event_subscriptions
            begin update versions set value = value + 1 where name = 'event_subscriptions'; end
CREATE TRIGGER "event_subscriptions_insert_version" after insert on event_subscriptions
            begin update versions set value = value + 1 where name = 'event_subscriptions'; end
CREATE TRIGGER "event_subscriptions_update_version" after update on event_subscriptions
            begin update versions set value = value + 1 where name = 'event_subscriptions'; end
CREATE TABLE "events" ("id" text primary key, "type" text not null, "timestamp" text not null, "principal" text not null, "object" text not null, "object_id" text not null, "seq" integer, "principal_id" text, "before" text, "key_id" text)
CREATE TRIGGER "events_delete_version" after delete on "events"
      begin update versions set value = value + 1 where name = 'events'; end
CREATE TRIGGER "events_insert_version" after insert on "events"
      begin update versions set value = value + 1 where name = 'events'; end
CREATE INDEX "events_key" on "events" ("key_id", "id")
CREATE INDEX "events_object" on "events" ("object_id")
CREATE INDEX "events_principal" on "events" ("principal_id", "id")
CREATE UNIQUE INDEX "events_seq" on "events" ("seq")
CREATE INDEX "events_type" on "events" ("type", "id")
CREATE TRIGGER "events_update_version" after update on "events"
      begin update versions set value = value + 1 where name = 'events'; end
CREATE TABLE "https_edges" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null, "hostports" text not null)
CREATE TRIGGER "https_edges_delete_version" after delete on "https_edges"
      begin update versions set value = value + 1 where name = 'https_edges'; end
CREATE TRIGGER "https_edges_insert_version" after insert on "https_edges"
      begin update versions set value = value + 1 where name = 'https_edges'; end
CREATE TRIGGER "https_edges_update_version" after update on "https_edges"
      begin update versions set value = value + 1 where name = 'https_edges'; end
CREATE TABLE "ip_policies" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null)
CREATE TRIGGER "ip_policies_delete_version" after delete on "ip_policies"
      begin update versions set value = value + 1 where name = 'ip_policies'; end
CREATE TRIGGER "ip_policies_insert_version" after insert on "ip_policies"
      begin update versions set value = value + 1 where name = 'ip_policies'; end
CREATE TRIGGER "ip_policies_update_version" after update on "ip_policies"
      begin update versions set value = value + 1 where name = 'ip_policies'; end
CREATE TABLE "ip_policy_rules" ("id" text primary key, "ip_policy_id" text not null references "ip_policies" ("id") on delete cascade, "description" text not null, "metadata" text not null, "created_at" text not null, "cidr" text not null, "action" text not null)
CREATE UNIQUE INDEX "ip_policy_rules_cidr" on "ip_policy_rules" ("ip_policy_id", "cidr")
CREATE TRIGGER "ip_policy_rules_delete_version" after delete on "ip_policy_rules"
      begin update versions set value = value + 1 where name = 'ip_policy_rules'; end
CREATE TRIGGER "ip_policy_rules_insert_version" after insert on "ip_policy_rules"
      begin update versions set value = value + 1 where name = 'ip_policy_rules'; end
CREATE TRIGGER "ip_policy_rules_update_version" after update on "ip_policy_rules"
      begin update versions set value = value + 1 where name = 'ip_policy_rules'; end
CREATE TABLE "leases" ("name" text primary key, "node_id" text not null)
CREATE TABLE "module_refs" ("owner_id" text not null, "kind" text not null, "ref_id" text not null, constraint "module_refs_key" primary key ("owner_id", "kind", "ref_id"))
CREATE TRIGGER "module_refs_delete_version" after delete on "module_refs"
      begin update versions set value = value + 1 where name = 'module_refs'; end
CREATE TRIGGER "module_refs_insert_version" after insert on "module_refs"
      begin update versions set value = value + 1 where name = 'module_refs'; end
CREATE INDEX "module_refs_ref" on "module_refs" ("ref_id")
CREATE TRIGGER "module_refs_update_version" after update on "module_refs"
      begin update versions set value = value + 1 where name = 'module_refs'; end
CREATE TABLE "modules" ("owner_id" text not null, "kind" text not null, "value" text not null, "made" text, constraint "modules_owner_kind" primary key ("owner_id", "kind"))
CREATE TRIGGER "modules_delete_version" after delete on "modules"
      begin update versions set value = value + 1 where name = 'modules'; end
CREATE TRIGGER "modules_insert_version" after insert on "modules"
      begin update versions set value = value + 1 where name = 'modules'; end
CREATE TRIGGER "modules_update_version" after update on "modules"
      begin update versions set value = value + 1 where name = 'modules'; end
CREATE TABLE "nodes" ("id" text primary key, "expires_at" bigint not null, "peer_url" text)
CREATE TABLE "rollout_agents" ("rollout_id" text not null references "rollouts" ("id") on delete cascade, "n" integer not null, "session" text not null, "progress" text not null, constraint "rollout_agents_key" primary key ("rollout_id", "n"))
CREATE TRIGGER "rollout_agents_delete_version" after delete on rollout_agents
            begin update versions set value = value + 1 where name = 'rollout_agents'; end
CREATE TRIGGER "rollout_agents_insert_version" after insert on rollout_agents
            begin update versions set value = value + 1 where name = 'rollout_agents'; end
CREATE TRIGGER "rollout_agents_update_version" after update on rollout_agents
            begin update versions set value = value + 1 where name = 'rollout_agents'; end
CREATE TABLE "rollouts" ("id" text primary key, "created_at" text not null, "owner_id" text not null, "node_id" text not null, "asked" text not null, "plan" text not null, "progress" text not null, "counts" text not null, "ended_at" text, "revision" integer not null)
CREATE TRIGGER "rollouts_delete_version" after delete on rollouts
            begin update versions set value = value + 1 where name = 'rollouts'; end
CREATE TRIGGER "rollouts_insert_version" after insert on rollouts
            begin update versions set value = value + 1 where name = 'rollouts'; end
CREATE TRIGGER "rollouts_update_version" after update on rollouts
            begin update versions set value = value + 1 where name = 'rollouts'; end
CREATE TABLE "routes" ("id" text primary key, "edge_id" text not null references "https_edges" ("id") on delete cascade, "match_type" text not null, "match" text not null, "description" text not null, "metadata" text not null, "created_at" text not null)
CREATE TRIGGER "routes_delete_version" after delete on "routes"
      begin update versions set value = value + 1 where name = 'routes'; end
CREATE UNIQUE INDEX "routes_edge_match" on "routes" ("edge_id", "match")
CREATE TRIGGER "routes_insert_version" after insert on "routes"
      begin update versions set value = value + 1 where name = 'routes'; end
CREATE TRIGGER "routes_update_version" after update on "routes"
      begin update versions set value = value + 1 where name = 'routes'; end
CREATE TABLE "session_changes" ("id" text primary key, "version" bigint not null)
CREATE INDEX "session_changes_version" on "session_changes" ("version")
CREATE TABLE "sessions" ("id" text primary key, "credential_id" text not null references "credentials" ("id") on delete cascade, "agent_version" text not null, "ip" text not null, "metadata" text not null, "os" text not null, "region" text not null, "started_at" text not null, "transport" text not null, "capabilities" text not null, "node_id" text not null, "succeeds" text, "agent_update" text, "update_refused_at" text)
CREATE INDEX "sessions_credential" on "sessions" ("credential_id")
CREATE TRIGGER "sessions_delete_version" after delete on sessions begin
      update versions set value = value + 1 where name = 'sessions';
      insert into session_changes (id, version)
        select old.id, value from versions where name = 'sessions'
        on conflict (id) do update set version = excluded.version;
      delete from session_changes where version <= (select value from versions where name = 'sessions') - 100000;
      end
CREATE TRIGGER "sessions_insert_version" after insert on sessions begin
      update versions set value = value + 1 where name = 'sessions';
      insert into session_changes (id, version)
        select new.id, value from versions where name = 'sessions'
        on conflict (id) do update set version = excluded.version;
      delete from session_changes where version <= (select value from versions where name = 'sessions') - 100000;
      end
CREATE INDEX "sessions_node" on "sessions" ("node_id")
CREATE TRIGGER "sessions_update_version" after update on sessions begin
      update versions set value = value + 1 where name = 'sessions';
      insert into session_changes (id, version)
        select new.id, value from versions where name = 'sessions'
        on conflict (id) do update set version = excluded.version;
      delete from session_changes where version <= (select value from versions where name = 'sessions') - 100000;
      end
CREATE TABLE "signing_keys" ("purpose" text primary key, "private_key_pem" text not null, "certificate_pem" text not null, "created_at" text not null)
CREATE TRIGGER "signing_keys_delete_version" after delete on "signing_keys"
      begin update versions set value = value + 1 where name = 'signing_keys'; end
CREATE TRIGGER "signing_keys_insert_version" after insert on "signing_keys"
      begin update versions set value = value + 1 where name = 'signing_keys'; end
CREATE TRIGGER "signing_keys_update_version" after update on "signing_keys"
      begin update versions set value = value + 1 where name = 'signing_keys'; end
CREATE TABLE "tcp_edges" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null, "hostports" text not null)
CREATE TRIGGER "tcp_edges_delete_version" after delete on "tcp_edges"
      begin update versions set value = value + 1 where name = 'tcp_edges'; end
CREATE TRIGGER "tcp_edges_insert_version" after insert on "tcp_edges"
      begin update versions set value = value + 1 where name = 'tcp_edges'; end
CREATE TRIGGER "tcp_edges_update_version" after update on "tcp_edges"
      begin update versions set value = value + 1 where name = 'tcp_edges'; end
CREATE TABLE "tls_edges" ("id" text primary key, "description" text not null, "metadata" text not null, "created_at" text not null, "hostports" text not null)
CREATE TRIGGER "tls_edges_delete_version" after delete on "tls_edges"
      begin update versions set value = value + 1 where name = 'tls_edges'; end
CREATE TRIGGER "tls_edges_insert_version" after insert on "tls_edges"
      begin update versions set value = value + 1 where name = 'tls_edges'; end
CREATE TRIGGER "tls_edges_update_version" after update on "tls_edges"
      begin update versions set value = value + 1 where name = 'tls_edges'; end
CREATE TABLE "tunnels" ("id" text primary key, "session_id" text not null references "sessions" ("id") on delete cascade, "proto" text not null, "public_url" text, "forwards_to" text not null, "metadata" text not null, "labels" text, "region" text not null, "started_at" text not null, "endpoint_id" text)
CREATE TRIGGER "tunnels_delete_version" after delete on "tunnels"
      begin update versions set value = value + 1 where name = 'tunnels'; end
CREATE TRIGGER "tunnels_insert_version" after insert on "tunnels"
      begin update versions set value = value + 1 where name = 'tunnels'; end
CREATE INDEX "tunnels_session" on "tunnels" ("session_id")
CREATE TRIGGER "tunnels_update_version" after update on "tunnels"
      begin update versions set value = value + 1 where name = 'tunnels'; end
CREATE TABLE "users" ("id" text primary key, "name" text not null, "admin" integer not null, "created_at" text not null)
CREATE TRIGGER "users_delete_version" after delete on "users"
      begin update versions set value = value + 1 where name = 'users'; end
CREATE TRIGGER "users_insert_version" after insert on "users"
      begin update versions set value = value + 1 where name = 'users'; end
CREATE TRIGGER "users_update_version" after update on "users"
      begin update versions set value = value + 1 where name = 'users'; end
CREATE TABLE "versions" ("name" text primary key, "value" bigint not null)
