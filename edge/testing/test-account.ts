import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createEdgeAccount } from "#service/edge-account.ts";
import { createCluster } from "#service/gateway/cluster.ts";
import { createRestarts } from "#service/gateway/restarts.ts";
import { NOBODY } from "#service/start-edge-alone.ts";
import { startPeers } from "#service/start-peers.ts";
import { silentLog, startTestGateway, type TestGateway } from "#service/testing/test-gateway.ts";
import type { EdgeAccount, OauthApp } from "../account.ts";
import { createLinks, type Links } from "../links/links.ts";
import type { PeersOptions } from "../peers/peers.ts";
import { type Reach, reachOf } from "../peers/reach.ts";
import { type KeyPair, makeRoot } from "../tls/authority.ts";

/** For tests: the account of an edge, and the gateway that the agents connect to. */
export type TestAccount = {
  gateway: TestGateway;
  account: EdgeAccount;
  reach: Reach;
  /** Of the agents at the gateway. */
  links: Links;
  root: KeyPair;
  /** Apps of the operator, and where providers are. */
  oauth: (typeof own)["oauth"];
  close: () => Promise<void>;
};

export const HEADERS_MAX = 32_768;

/** What the edge is told beside its database. */
const own = {
  secret: randomBytes(32),
  headersMax: HEADERS_MAX,
  oauth: { apps: new Map<string, OauthApp>(), places: new Map<string, string>() },
};
const LEASE_MS = 15_000;

/**
 * On the embedded database the agents connect to the edge itself. In the Postgres half they connect to another one: each
 * request crosses from edge to edge.
 */
export async function startTestAccount(log: PeersOptions["log"]): Promise<TestAccount> {
  const root = await makeRoot();
  const restarts = createRestarts();
  let gateway: TestGateway;
  const links = createLinks({ ask: (id, ticket) => gateway.gateway.askForLink(id, ticket), drainMs: 2_000 });
  if (inject("postgres") === undefined) {
    gateway = await startTestGateway({ links, restarts });
    const { db, versions } = gateway;
    const account = createEdgeAccount(db, versions, restarts, { nodeId: "test", ...own });
    const close = async (): Promise<void> => {
      links.close();
      await gateway.dispose();
    };
    return { gateway, account, reach: reachOf(links, null), links, root, oauth: own.oauth, close };
  }
  const holder = await startPeers({ nodeId: "holder", root, links, url: null, log });
  const node = { id: "holder", peerUrl: holder.url };
  gateway = await startTestGateway({
    nodeId: node.id,
    links,
    restarts,
    cluster: (postgres, log) => createCluster({ postgres, node, log, leaseMs: LEASE_MS, restarts }),
  });
  const { db, versions, postgres } = gateway;
  if (!postgres) throw new Error("The database is not Postgres.");
  const front = await startPeers({ nodeId: "front", root, links: null, url: null, log });
  const heard = createRestarts();
  const cluster = createCluster({
    postgres,
    node: { id: "front", peerUrl: null },
    log: silentLog,
    leaseMs: LEASE_MS,
    restarts: heard,
  });
  await cluster.join(NOBODY);
  return {
    gateway,
    account: createEdgeAccount(db, versions, heard, { nodeId: "front", ...own }),
    reach: front.reach,
    links,
    root,
    oauth: own.oauth,
    close: async () => {
      front.close();
      await cluster.leave();
      await holder.drain(0);
      links.close();
      await gateway.dispose();
    },
  };
}
