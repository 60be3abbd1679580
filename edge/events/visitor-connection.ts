import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { PeerCertificate, TLSSocket } from "node:tls";

/** What events say of a connection. It is noted at its beginning: a socket that is gone knows nothing any more. */
export type VisitorConnection = {
  /** Milliseconds since 1970. */
  began: number;
  clientIp: string;
  serverIp: string;
  serverPort: number;
  /** The name of the server that the visitor asked for in TLS; empty without. */
  name: string;
  /** Where TLS ended here; `ms` until it was agreed. */
  tls: { version: string; cipher: string; ms: number } | null;
  /** Of a connection that was asked for a certificate. */
  client: ClientCertificate | null;
  /** Requests that it has brought. */
  requests: number;
  /** Of those, the ones that are over. */
  ended?: number;
  /** It brought what can't be read as HTTP/1: what follows could be anything, and is not looked at. */
  broken?: true;
  /** It carries a test of an operator, of what is saved or of a draft: what it does counts nowhere, and nothing may remember it. */
  test?: TestOf;
  /** It has passed long ago and is gone through again: nobody is asked for it, and nothing of this process remembers it. */
  past?: Past;
};

/** What a test of an operator tries. */
export type TestOf = "saved" | "draft";

/** What has passed, gone through again. */
export type Past = {
  /** Its time, in milliseconds since 1970. */
  now: () => number;
  /** In seconds, by which modules count. */
  seconds: () => number;
  /** What is said depends on all that came since then, in milliseconds since 1970. */
  reliesOn: (since: number) => void;
};

/** By which time modules count what comes on a connection, in seconds: without one, by this process's clock. */
export const secondsOf = ({ past }: Pick<VisitorConnection, "past"> = {}): number =>
  past?.seconds() ?? performance.now() / 1_000;

type ClientCertificate = {
  /** The authorities that would do, in PEM. */
  askedFor: string;
  /** Why the one that came, if any, will not do; null = it will. */
  fault: string | null;
  /** Common name and serial number; empty where there is none. */
  name: string;
  serial: string;
  peer: PeerCertificate | null;
};

const KEPT = Symbol("visitor");
type Noted = Partial<Record<typeof KEPT, VisitorConnection>>;

/** Notes a connection at its beginning, once. */
export function noteConnection(socket: Socket): VisitorConnection {
  return ((socket as Noted)[KEPT] ??= {
    began: Date.now(),
    clientIp: ipOf(socket.remoteAddress),
    serverIp: ipOf(socket.localAddress),
    serverPort: socket.localPort ?? 0,
    name: "",
    tls: null,
    client: null,
    requests: 0,
    ended: 0,
  });
}

/** Notes a connection that is no socket. */
export function putConnection(carrier: Duplex, notes: VisitorConnection): void {
  (carrier as Noted)[KEPT] = notes;
}

/** The notes of a connection; HTTP/2 shows its socket behind a proxy, which hands them on. */
export function connectionOf(socket: Socket): VisitorConnection {
  return (socket as Noted)[KEPT] ?? noteConnection(socket);
}

/** Connections whose TLS ends here: Node makes a socket of its own for what is inside, and does not say whose. */
export type Handshakes = {
  begin: (socket: Socket) => void;
  /** Notes the socket that has come of it, and of which authorities it was to show a certificate. */
  end: (socket: TLSSocket, askedFor: string | null) => void;
};

export function createHandshakes(): Handshakes {
  const running = new Map<string, number>();
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  return {
    begin: (socket) => {
      const key = keyOf(socket);
      running.set(key, performance.now());
      socket.once("close", () => running.delete(key));
    },
    end: (socket, askedFor) => {
      const now = performance.now();
      const ms = now - (running.get(keyOf(socket)) ?? now);
      const noted = noteConnection(socket);
      noted.began -= Math.round(ms);
      noted.name = typeof socket.servername === "string" ? socket.servername : "";
      noted.tls = {
        version: socket.getProtocol() ?? "",
        cipher: socket.getCipher().standardName,
        ms: Math.round(ms * 1_000) / 1_000,
      };
      if (askedFor !== null) noted.client = clientOf(socket, askedFor);
    },
  };
}

function clientOf(socket: TLSSocket, askedFor: string): ClientCertificate {
  // Node calls a resumed TLS 1.3 session authorized also where nobody ever showed a certificate: there must be one.
  const certificate = socket.getPeerCertificate() as Partial<ReturnType<TLSSocket["getPeerCertificate"]>>;
  if (!certificate.raw) return { askedFor, fault: "No client certificate", name: "", serial: "", peer: null };
  const name = [certificate.subject?.CN ?? ""].flat().join(", ");
  const problem = `The client certificate is not accepted: ${String(socket.authorizationError)}`;
  return {
    askedFor,
    fault: socket.authorized ? null : problem,
    name,
    serial: certificate.serialNumber ?? "",
    peer: certificate as PeerCertificate,
  };
}

/** IPv4 as itself, also where the system shows it as IPv6. */
function ipOf(address = ""): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/, "");
}
