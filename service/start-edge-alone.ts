import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { ConfigError } from "#contract/command-line.ts";
import type { EdgeAloneConfig } from "./edge-alone-config.ts";
import { createTrafficOutbox } from "./delivery/traffic-outbox.ts";
import { type ClusterMember, createCluster } from "./gateway/cluster.ts";
import { createRestarts } from "./gateway/restarts.ts";
import { type ServiceEdge, startServiceEdge } from "./start-edge.ts";
import { readAccount } from "./store/account.ts";
import { openShared } from "./store/database.ts";
import { endSessionsOfNode } from "./store/ended-sessions.ts";
import { createTraffic } from "./traffic/traffic.ts";

/** The services know this long that the edge is there, in milliseconds. */
const LEASE_MS = 15_000;

/**
 * Starts an edge beside the services of a Postgres. No agents connect to it: it reaches them through the services' edges.
 *
 * @throws ConfigError when the database, a port or a file can't be used.
 */
export async function startEdgeAlone(config: EdgeAloneConfig, log: Logger): Promise<ServiceEdge> {
  const { databaseUrl } = config;
  if (databaseUrl === null)
    throw new ConfigError("--database-url is missing. Give the Postgres that the services use.");
  const { db, versions, postgres, close } = await openShared(databaseUrl, log);
  const nodeId = randomUUID();
  const restarts = createRestarts();
  let edge: ServiceEdge | undefined;
  // A service sends what this edge puts there: it looks by itself.
  const outbox = createTrafficOutbox({ db, versions, log, wake: () => undefined });
  const traffic = createTraffic({
    where: postgres,
    bounds: config.trafficKeep,
    accountId: (await readAccount(db)).id,
    nodeId,
    log,
    kept: outbox.take,
  });
  const cluster = createCluster({
    postgres,
    node: { id: nodeId, peerUrl: null },
    log,
    leaseMs: LEASE_MS,
    restarts,
    liveState: async (routeId) => (await edge?.liveState(routeId)) ?? null,
    apps: traffic.apps,
  });
  const leave = async (): Promise<void> => {
    await traffic.close();
    await cluster.leave();
    await endSessionsOfNode(db, nodeId).catch(() => undefined);
    await close();
  };
  try {
    await cluster.join(NOBODY);
    // It has no port of its own that others go by, and no agents for which others would ask.
    const alone = { ...config, host: config.edgeHost, port: 0, peerUrl: null };
    const shared = { shared: true, links: null, restarts, traffic };
    const started = await startServiceEdge({ config: alone, db, versions, nodeId, log, ...shared });
    edge = started;
    return {
      ...started,
      stop: async () => {
        await started.stop();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** What the other processes can ask of one without agents. */
export const NOBODY: ClusterMember = {
  command: () => Promise.resolve(null),
  disconnectCredential: () => Promise.resolve(),
  succeeded: () => undefined,
  reconcile: () => Promise.resolve(),
};
