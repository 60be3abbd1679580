import { ID_PREFIXES } from "#contract/common.ts";
import { REF_KINDS } from "#contract/modules/module-contract.ts";
import { newId } from "../../store/ids.ts";
import { insertSession } from "../../store/sessions.ts";
import { endSessionsOf } from "#service/store/ended-sessions.ts";
import type { TestApp } from "../test-app.ts";

/** Where the test app says it is. */
const ORIGIN = "http://service.test";

export type Sent = NonNullable<Parameters<TestApp["call"]>[1]>;
export type Answer<T> = { status: number; body: T; headers: Headers };
type Made = { id: string; uri: string } & Record<string, unknown>;

/** A self-signed certificate authority, valid until 2126. */
export const CA_PEM = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT+gAwIBAgIUPGqkz9/EEu54hZnZ/uoDtZGTqeYwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOQ29uZm9ybWFuY2UgQ0EwIBcNMjYxMTIxMDUzNTE1WhgPMjEy
NjEwMjgwNTM1MTVaMBkxFzAVBgNVBAMMDkNvbmZvcm1hbmNlIENBMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEPzL/8g1uDP8yqRCECGC5yaksUXr48D6SM/1dWzxa
FGUWt9URBCxtPQHX4xdZ/bXpbczuCwEz1PYdDWMThGP006NjMGEwHQYDVR0OBBYE
FIR+wl3MSHvNovNHp72Kataxa3g8MB8GA1UdIwQYMBaAFIR+wl3MSHvNovNHp72K
ataxa3g8MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49
BAMCA0cAMEQCIGW45x3/4cNX5OzTzpzomfyB9xX2NzHPXdfIOI1LG5lrAiAUsXTW
QAoEzxWBOxKKf0lVs/YJpJEmDUoSWncykdR5Pg==
-----END CERTIFICATE-----
`;

let count = 0;
const next = (): number => (count += 1);

/** Valid bodies of POST by collection; each call gives one that clashes with no other. */
const BODIES: Record<string, (world: World, ids: Record<string, string>) => Promise<object> | object> = {
  "/api_keys": () => ({ description: "conformance" }),
  "/credentials": () => ({ acl: ["bind:*.example.com"] }),
  "/ip_policies": () => ({ description: "office" }),
  "/ip_policy_rules": async (world) => ({
    cidr: `10.${(next() >> 8) % 256}.${next() % 256}.0/24`,
    ip_policy_id: (await world.make("/ip_policies")).id,
    action: "allow",
  }),
  "/certificate_authorities": () => ({ ca_pem: CA_PEM }),
  "/backends/tunnel_group": () => ({ labels: { app: `shop-${next()}` } }),
  "/event_destinations": () => ({ target: { file: { name: `f${next()}.ndjson` } } }),
  "/event_subscriptions": async (world) => ({
    sources: [{ type: "http_request_complete.v0" }, { type: "domain_created.v0" }],
    destination_ids: [(await world.make("/event_destinations")).id],
  }),
  "/event_subscriptions/{subscription_id}/sources": () => ({ type: "domain_updated.v0" }),
  "/event_destinations/{id}/resend": () => ({}),
  "/traffic_captures": async (world) => ({ target_id: (await routeIds(world))["id"], seconds: 900 }),
  "/traffic_previews": async (world) => ({
    module: {
      owner_id: (await routeIds(world))["id"],
      kind: "user_agent_filter",
      request: { deny: ["curl"] },
    },
  }),
  "/rollouts": async (world) => ({
    session_ids: [(await world.online()).session],
    action: "restart",
    canary: 0,
  }),
  "/rollout_previews": (world) => world.body("/rollouts"),
  "/test_requests": () => ({ url: "http://nobody.example/" }),
  "/sign_in_codes/exchange": async ({ app }) => (await app.call<object>("POST /sign_in_codes")).body,
  "/edges/https/{edge_id}/routes/{id}/live_state/reset": () => ({ module: "circuit_breaker" }),
  "/edges/https": () => ({ hostports: [`c${next()}.example.com:443`] }),
  "/edges/tls": () => ({ hostports: [`t${next()}.example.com:443`] }),
  "/edges/tcp": () => ({ hostports: [`tcp.example.com:${30_000 + next()}`] }),
  "/edges/https/{edge_id}/routes": () => ({ match_type: "path_prefix", match: `/r${next()}` }),
};

/** A session with one tunnel and its endpoint, as the service shows them. */
export type Online = { session: string; tunnel: string; endpoint: string };

/** One account and what a test needs in it, made through the API. */
export type World = {
  app: TestApp;
  /** Where the service says it is. */
  origin: string;
  /** A valid body for POST to a collection. */
  body: (collection: string, ids?: Record<string, string>) => Promise<object>;
  /** Makes a resource, with `change` in its body; throws unless it is 201. */
  make: (collection: string, ids?: Record<string, string>, change?: object) => Promise<Made>;
  /** The body with ids of resources that exist. */
  withReferences: (body: unknown) => Promise<unknown>;
  /** Puts a session with a tunnel and its endpoint online. */
  online: () => Promise<Online>;
  /** The id of a session that was lost. */
  ended: () => Promise<string>;
};

/** A world of an app without a socket, whose sessions are rows that no agent holds, unless `more` says otherwise. */
export function makeWorld(app: TestApp, more: Partial<Pick<World, "origin" | "online">> = {}): World {
  const world: World = {
    app,
    origin: ORIGIN,
    body: async (collection, ids = {}) => {
      const make = BODIES[collection];
      if (!make) throw new Error(`No body for POST ${collection}: add one to conformance/world.ts.`);
      return make(world, ids);
    },
    make: async (collection, ids = {}, change = {}) => {
      const body = { ...(await world.body(collection, ids)), ...change };
      const answer: Answer<Made> = await app.call(`POST ${fill(collection, ids)}`, { body });
      if (answer.status !== 201) throw new Error(`${collection}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    ended: async () => {
      const { session } = await world.online();
      await endSessionsOf(app.db, [session], "lost");
      return session;
    },
    withReferences: async (body) => {
      let text = JSON.stringify(body);
      for (const [kind, { path: collection }] of Object.entries(REF_KINDS)) {
        const prefix = ID_PREFIXES[kind as keyof typeof REF_KINDS];
        for (const [id] of text.matchAll(new RegExp(`\\b${prefix}_[0-9A-Za-z]+(?!\\w*":)`, "g"))) {
          const { status, body: made } = await app.call<Made>(`POST ${collection}`, {
            body: await world.body(collection),
          });
          if (status === 201) text = text.replaceAll(id, made.id);
        }
      }
      return JSON.parse(text) as unknown;
    },
    online: () => putOnline(world),
    ...more,
  };
  return world;
}

/** `/edges/https/{edge_id}/routes` with its ids. */
export function fill(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`No ${name} for ${path}.`);
    return id;
  });
}

async function putOnline(world: World): Promise<Online> {
  const credential = await world.make("/credentials");
  const [session, tunnel, endpoint] = [newId("session"), newId("tunnel"), newId("endpoint")];
  const started_at = "2026-11-21T00:00:00Z";
  const shared = { metadata: "", region: "eu" };
  const [host, proto] = [`${session.slice(3).toLowerCase()}.example`, "https"];
  const public_url = `https://${host}`;
  await insertSession(world.app.db, {
    session: {
      ...shared,
      id: session,
      credential_id: credential.id,
      agent_version: "3.18.2",
      ip: "198.51.100.7",
      os: "linux",
      transport: "service/2",
      capabilities: "{}",
      node_id: "test",
      started_at,
    },
    tunnels: [
      {
        ...shared,
        id: tunnel,
        session_id: session,
        proto,
        public_url,
        forwards_to: "http://localhost:80",
        labels: null,
        endpoint_id: endpoint,
        started_at,
      },
    ],
    endpoints: [
      {
        ...shared,
        id: endpoint,
        type: "ephemeral",
        proto,
        hostport: `${host}:443`,
        public_url,
        created_at: started_at,
        updated_at: started_at,
        tunnel_id: tunnel,
        edge_id: null,
      },
    ],
  });
  return { session, tunnel, endpoint };
}

export const ROUTES = "/edges/https/{edge_id}/routes";

/** A new route of a new edge. */
export async function routeIds(world: World): Promise<Record<string, string>> {
  const { id: edge_id } = await world.make("/edges/https");
  return { edge_id, id: (await world.make(ROUTES, { edge_id })).id };
}
