import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { OauthApp } from "#edge/account.ts";
import { type RunningEdge, startEdge } from "#edge/edge.ts";
import type { TrafficSink } from "#edge/events/recorder.ts";
import type { Links } from "#edge/links/links.ts";
import { type KeyPair, makeRoot, openAuthority, secretFor } from "#edge/tls/authority.ts";
import { samlEndpoints } from "#edge/modules/saml/load.ts";
import type { SamlEndpoints } from "#edge/modules/saml/endpoints.ts";
import { reachOf } from "#edge/peers/reach.ts";
import { createLiveState, type LiveStateOf } from "#edge/modules/live-state.ts";
import { UNAPPLIED } from "#edge/modules/guards.ts";
import { ConfigError, type Values } from "#contract/command-line.ts";
import type { Config } from "./config.ts";
import type { EdgeFacts } from "./http/call.ts";
import { createEdgeAccount } from "./edge-account.ts";
import type { EDGE_FLAGS, PortRange } from "./edge-flags.ts";
import { givenCertificate, readNamed } from "./edge-certificate.ts";
import { FAMILY_PORTS } from "./gateway/public-address.ts";
import type { Restarts } from "./gateway/restarts.ts";
import { newId } from "./store/ids.ts";
import type { Db } from "./store/schema.ts";
import { signingKey } from "./store/signing-keys.ts";
import { startPeers } from "./start-peers.ts";
import type { Versions } from "./store/versions.ts";

/** The edge of a service, and where it can be reached. */
export type ServiceEdge = RunningEdge & {
  /** Where TCP addresses are. */
  tcpPorts: PortRange;
  /** What it says of itself; null where it listens nowhere. */
  facts: EdgeFacts | null;
  /** Secret of the account by which agents get their addresses back. */
  addressKey: string;
  liveState: LiveStateOf;
  /** At the SAML addresses of routes. */
  saml: SamlEndpoints;
  /** Where other edges reach the agents here; null where they can't. */
  peerUrl: string | null;
};

export type StartEdgeOptions = {
  config: EdgeConfig;
  db: Db;
  versions: Versions;
  /** Names this process. */
  nodeId: string;
  /** Others may share the account. */
  shared: boolean;
  /** Of the agents here, closed with the edge; null where none connect. */
  links: Links | null;
  restarts: Restarts;
  /** Gets the events. */
  traffic: TrafficSink;
  log: Logger;
};

/** What it is told of the configuration. */
type EdgeConfig = Omit<Values<typeof EDGE_FLAGS>, "publicBase"> &
  Pick<Config, "host" | "port" | "peerUrl" | "trafficKeep">;

/** Ports that came or went are looked for this often, in milliseconds. */
const PORTS_MS = 500;

/**
 * Starts the edge, inside a service or alone.
 *
 * @throws ConfigError when a port or file can't be used.
 */
export async function startServiceEdge(options: StartEdgeOptions): Promise<ServiceEdge> {
  const { config, db, versions, nodeId, shared, links, restarts, traffic, log } = options;
  const given = await givenCertificate(config, log);
  const apps = await managedApps(config);
  const root = await signingKey(db, "edge", makeRoot);
  const authority = given ? null : await openAuthority(root);
  const peers = shared ? await startPeers({ nodeId, root, links, url: config.peerUrl, log }) : null;
  const secret = secretFor("logins", root);
  const account = createEdgeAccount(db, versions, restarts, {
    nodeId,
    secret,
    headersMax: config.edgeHeaderBytes,
    oauth: { apps, places: new Map() },
  });
  const drainMs = config.edgeDrain * 1_000;
  const edge = await startEdge({
    account,
    reach: peers?.reach ?? reachOf(links, null),
    host: config.edgeHost ?? config.host,
    httpPort: portOf(config.edgeHttp, config.port, 100),
    httpsPort: portOf(config.edgeHttps, config.port, 101),
    tcpPorts: config.edgeTcp === "off" ? null : config.edgeTcp,
    certificates: (name) => (authority ? authority.leaf(name) : Promise.resolve(given as KeyPair)),
    newId,
    traffic: config.trafficKeep === "off" ? null : traffic,
    log,
    limits: {
      headersMs: config.edgeHeaderTimeout * 1_000,
      idleMs: config.edgeIdleTimeout * 1_000,
      answerMs: config.edgeAnswerTimeout * 1_000,
      headersMax: config.edgeHeaderBytes,
      connectionsMax: config.edgeConnections,
      streamsMax: config.edgeStreams,
      appIdleMs: config.edgeAppIdle * 1_000,
      drainMs,
    },
  }).catch(async (error: unknown) => {
    await peers?.drain(0);
    throw new ConfigError(listenFault(error), { cause: error });
  });
  const tcpPorts = config.edgeTcp === "off" ? FAMILY_PORTS.tcpPorts : config.edgeTcp;
  const { httpPort, httpsPort } = edge;
  const listens = [
    ...(httpPort === null ? [] : ["http"]),
    ...(httpsPort === null ? [] : ["https"]),
    ...(config.edgeTcp === "off" ? [] : ["tcp"]),
  ];
  const closeLinks = (): void => {
    peers?.close();
    links?.close();
  };
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    clearInterval(following);
    // WebSockets end only with what carries them.
    const cut = setTimeout(closeLinks, drainMs);
    await Promise.all([edge.stop(), peers?.drain(drainMs)]);
    clearTimeout(cut);
    closeLinks();
  }
  const following = setInterval(() => void edge.followPorts().catch(() => undefined), PORTS_MS);
  following.unref();
  return {
    ...edge,
    tcpPorts,
    facts:
      listens.length > 0
        ? {
            httpPort,
            httpsPort,
            tcpPorts,
            unapplied: UNAPPLIED,
            rootPem: authority?.rootPem ?? null,
            listens: shared ? null : listens,
            closedPorts: shared ? null : edge.closedPorts,
            managedApps: shared ? null : [...apps.keys()],
          }
        : null,
    liveState: listens.length > 0 ? createLiveState(account, nodeId) : async () => null,
    saml: samlEndpoints({ account, httpsPort, newId: () => newId("operation") }),
    addressKey: createHash("sha256").update(root.privateKeyPem).digest("base64url"),
    peerUrl: peers?.url ?? null,
    stop: () => (stopping ??= stop()),
  };
}

function portOf(given: number | "off" | null, port: number, offset: number): number | null {
  if (given === "off") return null;
  return given ?? (port === 0 || port + offset > 65_535 ? 0 : port + offset);
}

/** The apps of OAuth modules that have none of their own. */
async function managedApps({ oauthApp }: EdgeConfig): Promise<Map<string, OauthApp>> {
  const apps = oauthApp.map(async ({ provider, clientId, secretFile }) => {
    const clientSecret = (await readNamed("oauth-app", secretFile)).trim();
    if (clientSecret === "") throw new ConfigError(`--oauth-app ${secretFile} is empty.`);
    return [provider, { clientId, clientSecret }] as const;
  });
  return new Map(await Promise.all(apps));
}

function listenFault(error: unknown): string {
  const { code = "unknown", port = 0 } = error as { code?: string; port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or choose others with --edge-http and --edge-https (0 = any, off = none).`;
  return `The edge can’t listen on port ${port} (${code}). Choose others with --edge-host, --edge-http and --edge-https.`;
}
