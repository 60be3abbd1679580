// Cause: what failed was listed of a tunnel while it was online, so the restart of an agent whose app was down turned its URL green. Law: it
// is listed of the tunnel with which the agent came back, since when, and that nobody has asked since; of one that is gone it is not.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { UnreachableApp } from "#contract/traffic/unreachable-app.ts";
import { countedOf, trafficEvent } from "../testing/traffic-events.ts";
import { createEdgeAccount } from "../edge-account.ts";
import { createRestarts } from "../gateway/restarts.ts";
import { endSessionsOf } from "../store/ended-sessions.ts";
import { newId } from "../store/ids.ts";
import { insertSession } from "../store/sessions.ts";
import { sharedVersions } from "../store/versions.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let credential_id: string;
beforeEach(async () => {
  app = await startTestApp();
  credential_id = (await app.call<{ id: string }>("POST /credentials", { body: {} })).body.id;
});
afterEach(() => app.close());

type Agent = { at?: string | null; to?: string; host?: string };
const URL_OF = "https://shop.example";

/** Puts an agent online, at a public URL or with labels. */
async function start({ at = URL_OF, to = "http://localhost:3055", host = "box" }: Agent = {}) {
  const [session, tunnel, endpoint] = [newId("session"), newId("tunnel"), newId("endpoint")];
  const started_at = new Date().toISOString();
  const shared = { region: "us", metadata: "" };
  const hostport = at && `${new URL(at).hostname}:443`;
  await insertSession(app.db, {
    session: {
      ...shared,
      metadata: host,
      id: session,
      credential_id,
      agent_version: "3.18.2",
      ip: "198.51.100.7",
      os: "linux",
      started_at,
      transport: "service/2",
      capabilities: "{}",
      node_id: "test",
    },
    tunnels: [
      {
        ...shared,
        id: tunnel,
        session_id: session,
        proto: "https",
        public_url: at,
        forwards_to: to,
        labels: at === null ? '{"app":"shop"}' : null,
        started_at,
        endpoint_id: at && endpoint,
      },
    ],
    endpoints: hostport
      ? [
          {
            ...shared,
            id: endpoint,
            type: "ephemeral",
            proto: "https",
            hostport,
            public_url: at,
            created_at: started_at,
            updated_at: started_at,
            tunnel_id: tunnel,
            edge_id: null,
          },
        ]
      : [],
  });
  return { session, tunnel, endpoint };
}

/** Three requests that this tunnel's app fails, as the edge counts them. */
async function fail({ tunnel, endpoint }: Awaited<ReturnType<typeof start>>) {
  const oauth = { apps: new Map(), places: new Map() };
  const own = { nodeId: "test", secret: new Uint8Array(32), headersMax: 32_768, oauth };
  const account = createEdgeAccount(app.db, sharedVersions(app.db), createRestarts(), own);
  const { hosts, backends } = await account.fresh();
  const live = [...hosts.values()].flatMap(({ serves }) => ("tunnel" in serves ? (serves.tunnel ?? []) : []));
  const way = [...live, ...[...backends.values()].flatMap(({ tunnels }) => tunnels)].find(
    ({ id }) => id === tunnel,
  )?.way;
  const edge = endpoint === "ep_edge" ? { edgeId: "e_1", routeId: "r_1" } : {};
  const counted = { ...countedOf(trafficEvent({})), endpointId: endpoint, tunnelId: tunnel, way, ...edge };
  for (let time = 0; time < 3; time += 1)
    app.traffic.apps.add({ ...counted, refusal: "upstreamRefused", outcome: "refused", status: 502 });
}

const listed = async () =>
  (await app.call<{ unreachable_apps: UnreachableApp[] }>("GET /unreachable_apps")).body.unreachable_apps;
const said = async () =>
  (await listed()).map(({ endpoint_id, tunnel_id, failed, restarted = false }) => [
    endpoint_id,
    tunnel_id,
    failed,
    restarted,
  ]);

test("a public URL", async () => {
  const first = await start();
  await fail(first);
  const [before] = await listed();
  expect(await said()).toEqual([[first.endpoint, first.tunnel, 3, false]]);
  await endSessionsOf(app.db, [first.session], "restarted");
  expect(await said()).toEqual([]);
  const next = await start();
  expect(await said()).toEqual([[next.endpoint, next.tunnel, 3, true]]);
  const [one] = await listed();
  expect(one?.since).toBe(before?.since);
  expect(one).not.toHaveProperty("way");
  // However often, and by whichever agent: it is the URL that fails.
  await endSessionsOf(app.db, [next.session], "restarted");
  const last = await start({ host: "another box" });
  expect(await said()).toEqual([[last.endpoint, last.tunnel, 3, true]]);
});

test.each<[string, Agent]>([
  ["another URL", { at: "https://cart.example" }],
  ["something else behind it", { to: "http://localhost:3000" }],
])("what comes with %s says nothing of it", async (_what, agent) => {
  const first = await start();
  await fail(first);
  await endSessionsOf(app.db, [first.session], "restarted");
  await start(agent);
  expect(await said()).toEqual([]);
});

test("a tunnel of labels, known by its agent; of two that are alike neither is", async () => {
  await app.call("POST /backends/tunnel_group", { body: { labels: { app: "shop" } } });
  const first = { ...(await start({ at: null })), endpoint: "ep_edge" };
  await fail(first);
  await endSessionsOf(app.db, [first.session], "restarted");
  await start({ at: null, host: "another box" });
  expect(await said()).toEqual([]);
  const next = await start({ at: null });
  expect(await said()).toEqual([["ep_edge", next.tunnel, 3, true]]);
  await start({ at: null });
  expect(await said()).toEqual([]);
});
