import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { type Duplex, PassThrough } from "node:stream";
import { type LinkServer, serveLink } from "#contract/link-server.ts";
import { headText } from "../head-text.ts";
import { acceptLink } from "../links/accept.ts";
import type { Links } from "../links/links.ts";
import type { KeyPair } from "../tls/authority.ts";
import type { Proofs } from "./proof.ts";
import { GONE_NEWS, PEER_PATH, PEER_PROTOCOL, SESSION_HEADER } from "./protocol.ts";

export type PeerServerOptions = {
  /** Where to listen, and how others reach it: `http://127.0.0.1:0`; port 0 = any free one. */
  url: URL;
  proofs: Proofs;
  /** Of the agents here only: what another edge asks for goes no further. */
  links: Pick<Links, "open" | "onGone">;
  /** A certificate for a name, where the URL is https. */
  certificates: (name: string) => Promise<KeyPair>;
  log: { warn: (facts: object, text: string) => void };
};

/** Takes the links of the account’s other edges. */
export type PeerServer = {
  /** With the port it listens on. */
  url: string;
  /** Takes nothing new; resolves when the last stream has ended, or was cut off after so many milliseconds. */
  stop: (ms: number) => Promise<void>;
};

const HEADERS_MS = 5_000;
/** One for each other edge, and those that are refused. */
const CONNECTIONS_MAX = 1_000;
const RENEW_MS = 86_400_000;
const TOLD_MS = 60_000;

/** @throws Error with the system's code when it can't listen. */
export async function servePeers(options: PeerServerOptions): Promise<PeerServer> {
  const { url, proofs, links, log } = options;
  const open = new Map<LinkServer, PassThrough>();
  const tell = seldom((facts) => log.warn(facts, "a connection to the port for other edges was refused"));
  links.onGone((sessionId) => {
    for (const news of open.values()) news.write(`${sessionId}\n`);
  });

  function take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const asked = request.url === PEER_PATH && request.headers.upgrade === PEER_PROTOCOL;
    const fault = asked ? proofs.fault(request.headers) : "it speaks another protocol";
    if (fault !== null) {
      tell({ from: request.socket.remoteAddress, reason: fault });
      return refuse(socket);
    }
    acceptLink(socket, head, PEER_PROTOCOL, proofs.answer(request.headers), () => {
      const news = new PassThrough();
      const link = serveLink(socket, (authority, headers) =>
        authority === GONE_NEWS
          ? Promise.resolve(news)
          : links.open(String(headers[SESSION_HEADER]), authority),
      );
      open.set(link, news);
      void link.closed.then(() => open.delete(link));
    });
  }

  const secure = url.protocol === "https:";
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const limits = { headersTimeout: HEADERS_MS, requestTimeout: HEADERS_MS };
  const server = secure ? https.createServer({ ...limits, ...(await keyOf()) }) : http.createServer(limits);
  async function keyOf(): Promise<{ cert: string; key: string }> {
    const { certificatePem: cert, privateKeyPem: key } = await options.certificates(name);
    return { cert, key };
  }
  const renewing = setInterval(() => {
    if ("setSecureContext" in server)
      void keyOf().then(
        (key) => server.setSecureContext(key),
        () => undefined,
      );
  }, RENEW_MS);
  renewing.unref();
  server.maxConnections = CONNECTIONS_MAX;
  server.on("upgrade", take);
  server.on("request", (request: IncomingMessage) => refuse(request.socket));
  server.listen(Number(url.port || (secure ? 443 : 80)), name);
  await once(server, "listening");
  const at = new URL(url);
  at.port = String((server.address() as AddressInfo).port);
  return {
    url: at.origin,
    stop: async (ms) => {
      clearInterval(renewing);
      server.close();
      await Promise.all(
        [...open].map(([link, news]) => {
          news.end();
          return link.drain(ms);
        }),
      );
    },
  };
}

function refuse(socket: Duplex): void {
  socket.once("finish", () => socket.destroy());
  socket.end(headText(403, { connection: "close" }));
}

/** Once a minute at most: who has no secret must not fill the log. */
function seldom(tell: (facts: object) => void): (facts: object) => void {
  let at = -Infinity;
  return (facts) => {
    if (performance.now() - at < TOLD_MS) return;
    at = performance.now();
    tell(facts);
  };
}
