import http2, { type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import {
  createSecureContext,
  createServer as createTlsServer,
  type SecureContext,
  type SecureVersion,
  type Server as TlsServer,
  type TLSSocket,
} from "node:tls";
import { STREAM_WINDOW } from "#contract/data-link.ts";
import type { Endpoint, Snapshot } from "../account.ts";
import { NotApplicable } from "#edge/modules/compiled.ts";
import { authoritiesOf } from "#edge/modules/mutual-tls.ts";
import { TERMINATION, terminationOf } from "#edge/modules/tls-termination.ts";
import { connectionOf, createHandshakes, noteConnection } from "../events/visitor-connection.ts";
import { closeIdle, openSockets } from "../open-sockets.ts";
import type { EdgeRequest } from "../request-body.ts";
import { endpointOf } from "../routing/find.ts";
import { HELLO_MAX, readClientHello } from "../tls/client-hello.ts";
import type { KeyPair } from "../tls/authority.ts";
import { told } from "../told.ts";
import { type HttpLimits, refuseUnreadable, takeUpgrades, timesOf, watchTimes } from "./http.ts";
import { plainServer } from "./plain.ts";
import { answerRequest, type RequestServices } from "./requests.ts";
import { carry } from "./streams.ts";

export type Certificates = (name: string) => Promise<KeyPair>;

/** Bytes of all bodies of a connection that may be under way: a visitor sends no more than this until their way there and back. */
const VISITOR_WINDOW = 2 * STREAM_WINDOW;

/** What a name's TLS is like: each has a server of its own, since Node checks versions and client certificates by server. */
type Policy = {
  minVersion: SecureVersion;
  http: boolean;
  /** Visitors are asked for a certificate of these, in PEM; null = for none. */
  authorities: string | null;
};

/**
 * Listens for TLS. The server's name is read first: TLS that ends at the app is passed on untouched, all other ends here, by
 * the rules of that name. `leave` closes connections on which nothing is under way.
 */
export function httpsServer(
  limits: HttpLimits,
  certificates: Certificates,
  services: RequestServices,
): { server: Server; leave: () => void } {
  const contexts = contextsOf(certificates);
  const servers = new Map<string, Http2SecureServer | TlsServer>();
  const handshakes = createHandshakes();
  const sessions = new Set<ServerHttp2Session>();
  const plain: ReadonlySet<Socket>[] = [];
  const withoutTls = plainServer(limits, services);

  function serverOf(policy: Policy): Http2SecureServer | TlsServer {
    const key = JSON.stringify(policy);
    const server = servers.get(key) ?? (policy.http ? webServer(policy) : streamServer(policy));
    servers.set(key, server);
    return server;
  }

  const optionsOf = ({ minVersion, authorities }: Policy) => ({
    minVersion,
    // Who shows none is refused by the guard, which can say why.
    ...(authorities !== null && { requestCert: true, rejectUnauthorized: false }),
    // OpenSSL has them behind its lowest level only.
    ...(minVersion < "TLSv1.2" && { ciphers: "DEFAULT@SECLEVEL=0" }),
    handshakeTimeout: limits.headersMs,
    SNICallback: (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
      void told(contexts(name, authorities), (error, context) => done(error, context ?? undefined));
    },
  });

  function webServer(policy: Policy): Http2SecureServer {
    const server = http2.createSecureServer({
      ...optionsOf(policy),
      allowHTTP1: true,
      // Bytes are the bound, in both versions of HTTP.
      maxHeaderListPairs: limits.headersMax,
      settings: {
        initialWindowSize: STREAM_WINDOW,
        maxConcurrentStreams: limits.streamsMax,
        maxHeaderListSize: limits.headersMax,
      },
      requireHostHeader: false,
    } as http2.SecureServerOptions);
    // HTTP/1.1 reads these from the server itself.
    Object.assign(server, { ...timesOf(limits), maxHeadersCount: 0, maxHeaderSize: limits.headersMax });
    const answer = (request: EdgeRequest, response: Parameters<typeof answerRequest>[2]): void =>
      void answerRequest("https", request, response, services);
    server.prependListener("secureConnection", (socket: TLSSocket) =>
      handshakes.end(socket, policy.authorities),
    );
    server.on("request", answer).on("checkContinue", answer).on("checkExpectation", answer);
    takeUpgrades(server, limits, services, "https");
    refuseUnreadable(server, "https", services);
    const sockets = openSockets(server, "secureConnection");
    plain.push(sockets);
    server.on("session", (session) => {
      sessions.add(session);
      session.setLocalWindowSize(VISITOR_WINDOW);
      session.on("error", () => undefined).once("close", () => sessions.delete(session));
      session.setTimeout(limits.idleMs, () => session.close());
    });
    return watchTimes(server);
  }

  function streamServer(policy: Policy): TlsServer {
    const server = createTlsServer(optionsOf(policy), (socket: TLSSocket) => {
      handshakes.end(socket, policy.authorities);
      const name = typeof socket.servername === "string" ? socket.servername : "";
      void services.account.fresh().then(
        (snapshot) => carry(socket, endpointOf(snapshot, name), snapshot, services),
        () => socket.destroy(),
      );
    });
    return server;
  }

  async function dispatch(socket: Socket, name: string): Promise<void> {
    const { account } = services;
    let snapshot = await account.now();
    if (!endpointOf(snapshot, name)) snapshot = await account.fresh();
    const endpoint = endpointOf(snapshot, name);
    // No certificate is given for names that nothing serves: anybody could ask for any.
    if (!endpoint) return void socket.destroy();
    const way = wayOf(endpoint, snapshot);
    connectionOf(socket).name = name;
    // Who has said all still hears the app; TLS that ends here takes this over from its socket.
    if (way === "upstream" || !way.http) socket.allowHalfOpen = true;
    if (way === "upstream") return carry(socket, endpoint, snapshot, services);
    handshakes.begin(socket);
    serverOf(way).emit("connection", socket);
  }

  const server = createServer({ noDelay: true, pauseOnConnect: false }, (socket) => {
    socket.on("error", () => socket.destroy());
    noteConnection(socket);
    peek(socket, limits.headersMs, (name) => {
      if (name === null) {
        withoutTls.emit("connection", socket);
        socket.resume();
        return;
      }
      dispatch(socket, name).catch((error: unknown) => {
        services.log(error);
        socket.destroy();
      });
    });
  });
  server.maxConnections = limits.connectionsMax;
  return {
    server,
    leave: () => {
      // They end once their requests have.
      for (const session of sessions) if (!session.closed) session.close();
      for (const sockets of plain) closeIdle([...sockets].filter(isHttp1));
    },
  };
}

const isHttp1 = (socket: Socket): boolean => !("alpnProtocol" in socket) || socket.alpnProtocol !== "h2";

/** Where TLS of an endpoint ends, and how. */
function wayOf({ proto, serves }: Endpoint, snapshot: Snapshot): Policy | "upstream" {
  const edge = "edge" in serves ? serves.edge : null;
  const { atApp, minVersion } = edge ? orElse(TERMINATION, () => terminationOf(edge)) : TERMINATION;
  if (proto === "tls" && (!edge || atApp)) return "upstream";
  const mutualTls = edge?.modules["mutual_tls"];
  const authorities = mutualTls ? orElse(null, () => authoritiesOf(mutualTls, snapshot)) : null;
  return { minVersion, http: proto !== "tls", authorities };
}

/** Where a module can't be applied the handshake ends well, so that the refusal of the guards can be said. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotApplicable) return otherwise;
    throw error;
  }
}

/**
 * Reads the server's name without taking a byte of it; null of what could be HTTP. Any other connection without a name, or without
 * TLS, is closed.
 */
function peek(socket: Socket, ms: number, then: (name: string | null) => void): void {
  let bytes = Buffer.alloc(0);
  const late = setTimeout(() => socket.destroy(), ms);
  socket.once("close", () => clearTimeout(late));
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const hello = readClientHello(bytes);
    if (hello === "more" && bytes.length <= HELLO_MAX) return;
    socket.off("data", read);
    clearTimeout(late);
    const isHttp = hello === "notTls" && /^[A-Z]/.test(bytes.toString("latin1", 0, 1));
    const name = typeof hello === "string" ? null : hello.serverName;
    if (name === null && !isHttp) return void socket.destroy();
    socket.pause();
    socket.unshift(bytes);
    then(name);
  };
  socket.on("data", read);
}

const CONTEXTS_MAX = 2_000;

/** Ready contexts by name, each made from the certificate that its name has now. */
function contextsOf(
  certificates: Certificates,
): (name: string, authorities: string | null) => Promise<SecureContext> {
  const contexts = new Map<string, { pem: string; context: SecureContext }>();
  return async (name, ca) => {
    const { certificatePem: cert, privateKeyPem: key } = await certificates(name);
    const known = contexts.get(name);
    const pem = `${cert}${ca ?? ""}`;
    if (known?.pem === pem) return known.context;
    // An authority that another one signed does too: the operator named it.
    const options = { cert, key, ...(ca !== null && { ca, allowPartialTrustChain: true }) };
    const context = createSecureContext(options);
    contexts.set(name, { pem, context });
    const [oldest] = contexts.keys();
    if (contexts.size > CONTEXTS_MAX && oldest !== undefined) contexts.delete(oldest);
    return context;
  };
}
