import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import { AGENT_MESSAGE_MAX_BYTES, AGENT_SUBPROTOCOL, type Region } from "#contract/agent-protocol.ts";
import { DATA_PROTOCOL } from "#contract/data-link.ts";
import type { EndReason } from "#contract/ended-session.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { Db } from "#service/store/schema.ts";
import { endAllSessions, endSessionsOfNode } from "#service/store/ended-sessions.ts";
import { sessionIdsOfNode } from "#service/store/sessions.ts";
import { ApiProblem } from "../errors.ts";
import { refuseSocket } from "../http/refuse-socket.ts";
import { Places } from "../places.ts";
import type { Held } from "./free-addresses.ts";
import { createAdmissions } from "./admissions.ts";
import type { Cluster } from "./cluster.ts";
import { AgentUpdates, type AgentUpdatesOptions } from "./agent-updates.ts";
import { AgentConnection } from "./connection.ts";
import { Failures, WaitingSockets } from "./failures.ts";
import { type AgentLimits, NO_AGENT_LIMITS } from "./limits.ts";
import { createKeptAddresses } from "./kept-address.ts";
import type { PublicPorts } from "./public-address.ts";
import type { Restarts } from "./restarts.ts";
import { createRemovals } from "./removals.ts";
import { type Heartbeat, watchSilence } from "./silence.ts";
import { sourceIp, type TrustedSource } from "./source.ts";
import { Turns } from "./turns.ts";
import type { CommandOutcome, DataLinks, Gateway } from "./types.ts";
import { dataRefusal, upgradeRefusal, withoutUpgrade } from "./upgrades.ts";

export type GatewayOptions = Pick<AgentUpdatesOptions, "releases"> & {
  db: Db;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Names this service process in the session rows. */
  nodeId: string;
  /** Domain under which tunnels without a name of their own become public. */
  publicBase?: string;
  /** Where visitors reach the edge. */
  publicPorts?: PublicPorts;
  /** Secret of the account by which agents get their addresses back; without it they do at this process only. */
  addressKey?: string;
  defaultRegion?: Region;
  heartbeat?: Heartbeat;
  helloTimeoutMs?: number;
  commandTimeoutMs?: number;
  /** Lets a peer that knows the secret speak for other addresses: the demo's agents. */
  trustedSource?: TrustedSource;
  /** A proxy in front names the address of an agent. */
  trustForwarded?: boolean;
  /** The other service processes of the account; none on an embedded database. */
  cluster?: Cluster | null;
  limits?: AgentLimits;
  /** Where the agents' data links end; none where no traffic is carried. */
  links?: DataLinks | null;
  restarts?: Restarts;
};

export type AgentGateway = Gateway & {
  /** Resolves when the sessions that dead processes left behind are gone. Await it before listening. */
  ready: Promise<void>;
  /** Takes the upgrades of a server: /agent with the agent protocol, /agent/data with that of data links, nothing else. */
  attach: (server: Server) => void;
  /** Asks the agent of a session to open a data link; false when it is not here, or can’t. */
  askForLink: (sessionId: string, ticket: string) => boolean;
};

/** Holds the agents' connections: lets them in, keeps their sessions in the store, carries commands to them. */
export function createGateway(options: GatewayOptions): AgentGateway {
  const {
    db,
    log,
    nodeId,
    cluster = null,
    heartbeat = { intervalMs: 10_000, toleranceMs: 25_000 },
  } = options;
  const { helloTimeoutMs = 10_000, commandTimeoutMs = 10_000 } = options;
  const { limits = NO_AGENT_LIMITS, links = null } = options;
  const ofAddress = new Places("This address", "agents online", limits.addressSessions);
  const failures = new Failures(limits.addressFailures);
  const waiting = new WaitingSockets();
  const admit = createAdmissions(db, {
    nodeId,
    publicBase: options.publicBase ?? "gatehouse.example",
    publicPorts: options.publicPorts,
    keptAddresses: createKeptAddresses(options.addressKey ?? randomBytes(32)),
    defaultRegion: options.defaultRegion ?? "us",
    limits,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: AGENT_MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    // One message a turn: thousands of them in one read else hold up everybody.
    allowSynchronousEvents: false,
    handleProtocols: () => AGENT_SUBPROTOCOL,
  });
  // Without a listener ws answers a bad handshake by itself, in HTML.
  sockets.on("wsClientError", (error, socket) =>
    refuseSocket(log, socket, new ApiProblem("requestUnreadable", `${error.message}.`)),
  );
  const turns = new Turns();
  const connections = new Set<AgentConnection>();
  const online = new Map<string, AgentConnection>();
  const removals = createRemovals(db);
  const stopWatch = watchSilence(connections, heartbeat);
  let closing: Promise<void> | null = null;

  async function remove(sessionId: string, reason: EndReason): Promise<void> {
    online.delete(sessionId);
    links?.end(sessionId);
    // Whoever misses its tunnels must know by then that they are awaited.
    await cluster?.told();
    // While closing, one statement removes them all.
    if (closing) return;
    await removals
      .remove({ id: sessionId, reason })
      .catch((error: unknown) => log.error({ err: error, sessionId }, "session not removed; trying again"));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = upgradeRefusal(request, closing !== null);
    if (refusal) return refuseSocket(log, socket, refusal);
    const ip = sourceIp(request, options);
    const waitMs = failures.waitMs(ip);
    if (waitMs === 0) accept(request, socket, head, ip);
    else void waiting.add(socket, waitMs).then(() => accept(request, socket, head, ip));
  }

  function accept(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void {
    const refusal = upgradeRefusal(request, closing !== null);
    if (refusal) return refuseSocket(log, socket, refusal);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new AgentConnection({
        socket: webSocket,
        ip,
        limits,
        turns,
        heartbeat: { interval_ms: heartbeat.intervalMs, tolerance_ms: heartbeat.toleranceMs },
        helloTimeoutMs,
        commandTimeoutMs,
        admit: async (hello, ip) => {
          const refusal = ofAddress.take(ip, connection.gone);
          if (refusal !== null) return { refusal, retry: true };
          const admission = await admit({ hello, ip, gone: connection.gone });
          // Later, since one that came in the same moment is not online before.
          if ("over" in admission) setImmediate(() => admission.over.forEach(takenOver));
          return admission;
        },
        remove,
        onOnline: (sessionId) => online.set(sessionId, connection),
        onRestart: (tunnels) => {
          options.restarts?.begun(tunnels);
          cluster?.restarting(tunnels);
        },
        updates: new AgentUpdates(options),
        onFault: () => failures.add(ip),
        onError: (error) => log.error({ err: error }, "agent session not opened"),
      });
      connections.add(connection);
      void connection.gone.then(() => connections.delete(connection));
    });
  }

  function takenOver({ sessionId, nodeId: holder }: Held): void {
    if (holder === nodeId) return succeeded(sessionId);
    // A process that is gone does not hear it; one that was away compares its sessions with the list.
    cluster
      ?.succeeded(holder, sessionId)
      .catch((error: unknown) => log.warn({ err: error, sessionId }, "a session that is over was not ended"));
  }

  const succeeded = (sessionId: string) =>
    online.get(sessionId)?.end("Another connection of this agent took over.", true);

  function dataLink(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!closing && dataRefusal(request) === null && links?.take(request, socket, head)) return;
    // The ticket of another service is no fault.
    if (!cluster) failures.add(sourceIp(request, options));
    refuseSocket(log, socket, dataRefusal(request) ?? UNKNOWN_TICKET);
  }

  async function endAll(
    which: (connection: AgentConnection) => boolean,
    ...end: Parameters<AgentConnection["end"]>
  ) {
    await Promise.all([...connections].map((connection) => connection.settled()));
    const chosen = [...connections].filter(which);
    for (const connection of chosen) connection.end(...end);
    await Promise.all(chosen.map(({ gone }) => gone));
  }

  async function shutDown(): Promise<void> {
    stopWatch();
    removals.stop();
    waiting.release();
    await endAll(() => true, "The service is shutting down.", true);
    await cluster?.leave();
    await endSessionsOfNode(db, nodeId);
    sockets.close();
  }

  async function here(sessionId: string, kind: AgentCommand): Promise<CommandOutcome | null> {
    return (await online.get(sessionId)?.command(kind)) ?? null;
  }

  function disconnectHere(id: string, reason: string): Promise<void> {
    return endAll(({ credentialId }) => credentialId === id, reason, false, "authtoken_deleted");
  }

  /** Ends the sessions whose rows are gone, so that their agents come back with new ones. */
  async function reconcile(): Promise<void> {
    const mine = [...online.keys()];
    if (mine.length === 0) return;
    const kept = await sessionIdsOfNode(db, nodeId);
    const lost = mine.filter((id) => !kept.has(id));
    if (lost.length > 0)
      log.warn({ sessions: lost.length }, "sessions were given up while the database was away");
    for (const id of lost) online.get(id)?.end("The service lost its database.", true);
  }

  const member = { command: here, disconnectCredential: disconnectHere, succeeded, reconcile };
  return {
    ready: cluster ? cluster.join(member) : endAllSessions(db),
    attach: (server) => {
      server.on("upgrade", (request, socket, head) => {
        const wanted = request.headers.upgrade?.toLowerCase();
        if (wanted === "websocket") upgrade(request, socket, head);
        else if (wanted === DATA_PROTOCOL) dataLink(request, socket, head);
        else withoutUpgrade(server, request, socket, head);
      });
    },
    command: async (sessionId, kind) =>
      online.has(sessionId) || !cluster
        ? here(sessionId, kind)
        : cluster.command(sessionId, kind, commandTimeoutMs),
    disconnectCredential: async (id, reason) => {
      await Promise.all([disconnectHere(id, reason), cluster?.disconnectCredential(id, reason)]);
    },
    ...(cluster && { look: cluster.look, lookForApps: cluster.lookForApps }),
    reachable: () => cluster?.reachable() ?? true,
    sessions: () => online.size,
    askForLink: (sessionId, ticket) => online.get(sessionId)?.askForLink(ticket) ?? false,
    close: () => (closing ??= shutDown()),
  };
}

const UNKNOWN_TICKET = new ApiProblem("requestUnreadable", "This ticket is unknown, or was used before.");
