import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { Hono } from "hono";
import type { Logger } from "pino";
import { type Admin, adminKeyId, ensureAdmin, isUntouched, readAdminKey, renewAdmin } from "./admin.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { createDeliverer } from "./delivery/deliverer.ts";
import { createRetention } from "./events/retention.ts";
import { createTrafficOutbox } from "./delivery/traffic-outbox.ts";
import { startDemo } from "./demo/demo.ts";
import type { Fleet } from "./demo/fleet.ts";
import { createCluster } from "./gateway/cluster.ts";
import { createLinks } from "#edge/links/links.ts";
import { createGateway } from "./gateway/gateway.ts";
import { createRestarts } from "./gateway/restarts.ts";
import { AGENT_PATH } from "./gateway/upgrades.ts";
import type { Gateway } from "./gateway/types.ts";
import { heldLog } from "./held-log.ts";
import { listen } from "./http/server.ts";
import { openReleases } from "./releases.ts";
import { createRolloutRunner, type RolloutRunner } from "./rollouts/runner.ts";
import { startServiceEdge } from "./start-edge.ts";
import { createSignInCodes, linkTo } from "./sign-in-codes.ts";
import { readAccount } from "./store/account.ts";
import { openDatabase } from "./store/database.ts";
import { folderFault } from "./store/folder-fault.ts";
import { writeHolder } from "./store/folder-lock.ts";
import type { Db } from "./store/schema.ts";
import { createTraffic } from "./traffic/traffic.ts";

/** A running service. */
export type RunningService = {
  /** `http://127.0.0.1:4180` */
  origin: string;
  admin: Admin;
  /** A new link that signs in as the admin, once. */
  link: () => string;
  db: Db;
  /** Resolves when every demo agent is online. */
  demoReady: Promise<void>;
  /** Ends agents' sockets, finishes requests, closes the database; safe to call twice. */
  dispose: () => Promise<void>;
};

export type ServiceOptions = {
  config: Config;
  log: Logger;
  /** Folder of the built console. */
  consoleDir: string;
};

/** Composes everything that lives as long as the service. When a step fails, the steps before it are undone. */
export async function startService({ config, log, consoleDir }: ServiceOptions): Promise<RunningService> {
  const undo: (() => Promise<void> | void)[] = [];
  let disposing: Promise<void> | undefined;
  let stopping = false;
  const dispose = (): Promise<void> => (disposing ??= unwind(undo));
  const dataDir = resolve(config.data);
  try {
    await tryToListen({ config, log });
    const storeLog = heldLog(log);
    const database = await openDatabase(dataDir, { url: config.databaseUrl, log: storeLog });
    const { db, writes, versions, postgres } = database;
    undo.push(database.close);
    const admin = await ensureAdmin(db, dataDir, config.apiKey, postgres !== null);

    const untouched = await isUntouched(db);

    const releases = config.releases === null ? null : await openReleases(resolve(config.releases), log);

    const trustedSecret = randomBytes(32).toString("base64url");
    const nodeId = randomUUID();
    const links = createLinks({
      ask: (sessionId, ticket) => gateway.askForLink(sessionId, ticket),
      drainMs: config.edgeDrain * 1_000,
      lostMs: config.edgeLinkTimeout * 1_000,
    });
    const { id: accountId } = await readAccount(db);
    const deliverer = createDeliverer({
      db,
      versions,
      log,
      nodeId,
      shared: postgres !== null,
      rights: {
        filesDir: join(dataDir, "events"),
        privateAddresses: config.privateDestinations,
        accountId,
      },
    });
    undo.push(deliverer.close);
    undo.push(createRetention({ db, log, days: config.eventsKeep }).close);
    const outbox = createTrafficOutbox({ db, versions, log, wake: deliverer.wake });
    const traffic = createTraffic({
      where: postgres ?? dataDir,
      bounds: config.trafficKeep,
      accountId,
      nodeId,
      log,
      kept: outbox.take,
    });
    undo.push(traffic.close);
    const restarts = createRestarts();
    const edge = await startServiceEdge({
      config,
      db,
      versions,
      nodeId,
      shared: postgres !== null,
      links,
      restarts,
      traffic,
      log,
    });
    undo.push(edge.stop);
    const gateway = createGateway({
      db,
      log,
      nodeId,
      cluster:
        postgres &&
        createCluster({
          postgres,
          node: { id: nodeId, peerUrl: edge.peerUrl },
          log,
          leaseMs: config.lease * 1_000,
          restarts,
          liveState: edge.liveState,
          apps: traffic.apps,
        }),
      trustedSource: { secret: trustedSecret },
      trustForwarded: config.trustForwarded,
      limits: config,
      links,
      restarts,
      releases,
      publicBase: config.publicBase,
      publicPorts: edge,
      addressKey: edge.addressKey,
    });
    undo.push(gateway.close);
    await gateway.ready;

    const codes = createSignInCodes();
    let runner: RolloutRunner | undefined;
    let demo: Fleet | undefined;
    const answering = createApp({
      config,
      db,
      writes,
      versions,
      log,
      gateway,
      codes,
      renewAdmin: renewAdmin(db, dataDir, log),
      adminKeyId: () => adminKeyId(dataDir),
      traffic,
      trafficUnsent: outbox.lost,
      edge: edge.facts,
      saml: edge.saml,
      edgeTests: edge.facts || postgres ? edge : null,
      releases,
      demoReleases: () => demo?.releases ?? [],
      nodeId,
      deliverer,
      wakeRollouts: () => runner?.wake(),
      consoleDir,
      stopping: () => stopping,
    });
    const http = await listen(answering, config, gateway.attach, log);
    const { origin } = http;
    runner = createRolloutRunner({
      db,
      log,
      nodeId,
      shared: postgres !== null,
      command: answering.command,
      metrics: traffic.counts ? traffic.metrics : null,
    });
    undo.push(async () => {
      stopping = true;
      await runner?.close();
      // The server's close waits for the agents' sockets too. Nobody new comes to the edge while their addresses go.
      await Promise.all([http.stop(), endAgents(demo, gateway), edge.stop()]);
    });
    deliverer.start();
    writeHolder(dataDir, origin);
    demo = await startDemo({
      db,
      log,
      url: `${origin.replace("http:", "ws:")}${AGENT_PATH}`,
      // The agents of a shared account run in the process that made it, unless asked for here.
      count: postgres && !untouched ? (config.demo ?? 0) : config.demo,
      ownerId: admin.userId,
      trustedSecret,
      visitors: { edge: { ...edge, host: edgeHost(config) }, rate: config.demoVisitors },
    });
    // What the demo furnished has events that no request wrote.
    deliverer.wake();
    storeLog.release();
    const link = () => linkTo(origin, codes.create(readAdminKey(dataDir) ?? admin.token));
    return { origin, admin, link, db, demoReady: demo.ready, dispose };
  } catch (error) {
    // What can’t be undone either would hide why.
    await dispose().catch((failure: unknown) => log.warn({ err: failure }, "not stopped cleanly"));
    throw folderFault(dataDir, error);
  }
}

/**
 * Finds out that the port is taken, or the host not this machine's, before anything is written.
 *
 * @throws ConfigError as `listen` does.
 */
async function tryToListen({ config, log }: Pick<ServiceOptions, "config" | "log">): Promise<void> {
  const { server } = await listen({ app: new Hono() }, config, () => undefined, log);
  const closed = once(server, "close");
  server.close();
  await closed;
}

/** Where this machine finds its edge. */
function edgeHost({ edgeHost: given, host }: Config): string {
  const at = given ?? host;
  return at === "0.0.0.0" || at === "::" ? "127.0.0.1" : at;
}

/** The demo's agents first: told goodbye by the gateway they would come back. */
async function endAgents(demo: Fleet | undefined, gateway: Gateway): Promise<void> {
  await demo?.dispose();
  await gateway.close();
}

/** Every step is done even when one before it failed; the first failure is thrown at the end. */
async function unwind(undo: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
