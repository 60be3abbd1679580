import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import {
  AGENT_MESSAGE_MAX_BYTES,
  AGENT_SUBPROTOCOL,
  type Region,
  type Welcome,
} from "#contract/agent-protocol.ts";
import type { Db } from "#service/store/schema.ts";
import { deleteAllSessions } from "#service/store/sessions.ts";
import { admit } from "./admission.ts";
import { AgentConnection } from "./connection.ts";
import { createRemovals } from "./removals.ts";
import { sourceIp, type TrustedSource } from "./source.ts";
import type { Gateway } from "./types.ts";

export const AGENT_PATH = "/agent";

export type GatewayOptions = {
  db: Db;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Names this service process in the session rows. */
  nodeId: string;
  /** Domain under which tunnels without a name of their own become public. */
  publicBase?: string;
  defaultRegion?: Region;
  /** Milliseconds between two heartbeats of an agent, and of silence after which its session ends. */
  heartbeat?: { intervalMs: number; toleranceMs: number };
  helloTimeoutMs?: number;
  commandTimeoutMs?: number;
  /** Lets a peer that knows the secret speak for other addresses: the demo's agents. */
  trustedSource?: TrustedSource;
};

export type AgentGateway = Gateway & {
  /** Resolves when the sessions that an earlier process left behind are gone. Await it before listening. */
  ready: Promise<void>;
  /** Takes the upgrades of a server: /agent with the agent protocol, nothing else. */
  attach: (server: Server) => void;
};

/** Holds the agents' connections: lets them in, keeps their sessions in the store, carries commands to them. */
export function createGateway(options: GatewayOptions): AgentGateway {
  const { db, log, heartbeat = { intervalMs: 10_000, toleranceMs: 25_000 } } = options;
  const { helloTimeoutMs = 10_000, commandTimeoutMs = 10_000 } = options;
  const admission = {
    nodeId: options.nodeId,
    publicBase: options.publicBase ?? "gatehouse.example",
    defaultRegion: options.defaultRegion ?? "us",
  } as const;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: AGENT_MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => AGENT_SUBPROTOCOL,
  });
  const connections = new Set<AgentConnection>();
  const online = new Map<string, AgentConnection>();
  const removals = createRemovals(db);
  const ready = deleteAllSessions(db);
  const stopWatch = watchSilence(connections, heartbeat);
  let closing: Promise<void> | null = null;

  async function remove(sessionId: string): Promise<void> {
    online.delete(sessionId);
    // While closing, one statement removes them all.
    if (closing) return;
    await removals(sessionId).catch((error: unknown) =>
      log.error({ err: error, sessionId }, "session not removed"),
    );
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = closing ? SHUTTING_DOWN : upgradeRefusal(request);
    if (refusal) return refuseUpgrade(socket, refusal);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new AgentConnection({
        socket: webSocket,
        ip: sourceIp(request, options.trustedSource),
        heartbeat: wireHeartbeat(heartbeat),
        helloTimeoutMs,
        commandTimeoutMs,
        admit: (hello, ip) => admit(db, hello, ip, admission),
        remove,
        onOnline: (self, sessionId) => online.set(sessionId, self),
        onError: (error) => log.error({ err: error }, "agent session not opened"),
      });
      connections.add(connection);
      void connection.gone.then(() => connections.delete(connection));
    });
  }

  async function endAll(which: (connection: AgentConnection) => boolean, reason: string, retry: boolean) {
    await Promise.all([...connections].map((connection) => connection.settled()));
    const chosen = [...connections].filter(which);
    for (const connection of chosen) connection.end(reason, retry);
    await Promise.all(chosen.map(({ gone }) => gone));
  }

  async function shutDown(): Promise<void> {
    stopWatch();
    await endAll(() => true, "The service is shutting down.", true);
    await deleteAllSessions(db);
    sockets.close();
  }

  return {
    ready,
    attach: (server) => {
      server.on("upgrade", (request, socket, head) => {
        if (request.headers.upgrade?.toLowerCase() === "websocket") upgrade(request, socket, head);
        else withoutUpgrade(server, request, socket, head);
      });
    },
    command: async (sessionId, kind) => (await online.get(sessionId)?.command(kind)) ?? null,
    disconnectCredential: (id, reason) => endAll(({ credentialId }) => credentialId === id, reason, false),
    close: () => (closing ??= shutDown()),
  };
}

type Refusal = { status: string; message: string };
const SHUTTING_DOWN: Refusal = {
  status: "503 Service Unavailable",
  message: "The service is shutting down.",
};

function upgradeRefusal(request: IncomingMessage): Refusal | null {
  const path = (request.url ?? "").split("?")[0];
  if (path !== AGENT_PATH) {
    return { status: "404 Not Found", message: `Only ${AGENT_PATH} takes WebSocket connections.` };
  }
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (offered.includes(AGENT_SUBPROTOCOL)) return null;
  return { status: "400 Bad Request", message: `This service speaks the subprotocol ${AGENT_SUBPROTOCOL}.` };
}

/**
 * An offer to speak another protocol, such as h2c, may be ignored (RFC 9110 §7.8), but Node hands over every one once
 * somebody listens. The request goes back to the server as it came, without the offer.
 */
function withoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const raw = request.rawHeaders;
  const lines = raw.flatMap((name, index) =>
    index % 2 === 0 && !["upgrade", "connection", "http2-settings"].includes(name.toLowerCase())
      ? [`${name}: ${raw[index + 1]}`]
      : [],
  );
  const start = `${request.method} ${request.url} HTTP/${request.httpVersion}`;
  socket.unshift(Buffer.concat([Buffer.from(`${[start, ...lines].join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

function refuseUpgrade(socket: Duplex, { status, message }: Refusal): void {
  socket.on("error", () => socket.destroy()).once("finish", () => socket.destroy());
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${message.length}\r\nConnection: close`;
  socket.end(`${head}\r\n\r\n${message}`);
}

function wireHeartbeat({
  intervalMs,
  toleranceMs,
}: {
  intervalMs: number;
  toleranceMs: number;
}): Welcome["heartbeat"] {
  return { interval_ms: intervalMs, tolerance_ms: toleranceMs };
}

/** Ends the sessions of agents that fell silent. A round that comes late blames this process, not the agents. */
function watchSilence(
  connections: ReadonlySet<AgentConnection>,
  { intervalMs, toleranceMs }: { intervalMs: number; toleranceMs: number },
): () => void {
  let lookedAt = performance.now();
  const timer = setInterval(
    () => {
      const late = performance.now() - lookedAt > intervalMs;
      lookedAt = performance.now();
      if (late) return;
      for (const connection of connections) {
        if (connection.sessionId && connection.silentMs() > toleranceMs) {
          connection.end(`No heartbeat came for ${toleranceMs / 1000} s.`, true);
        }
      }
    },
    Math.max(intervalMs / 2, 1),
  );
  timer.unref();
  return () => clearInterval(timer);
}
