import http from "node:http";
import http2, { type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import https from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  DATA_PATH,
  DATA_PROTOCOL,
  LINK_MEMORY_MB,
  LINK_WINDOW,
  REFUSAL_HEADER,
  STREAM_WINDOW,
  STREAMS_MAX,
  TICKET_HEADER,
  UNKNOWN_TUNNEL,
} from "#contract/data-link.ts";

/** Opens a connection to what a tunnel forwards to. It resolves once the connection stands, TLS included. */
export type Dial = (forwardsTo: string) => Promise<Duplex>;

export type DataLinkOptions = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  headers?: Record<string, string>;
  ticket: string;
  /** What each tunnel id forwards to. Nothing else is ever dialled. */
  targets: ReadonlyMap<string, string>;
  dial: Dial;
};

export type DataLink = {
  /** Resolves when the link is gone, from whichever side. */
  closed: Promise<void>;
  /** Takes no new streams; resolves when the last has ended, or was cut off after so many milliseconds. */
  drain: (ms: number) => Promise<void>;
};

const HANDSHAKE_MS = 15_000;
const { NGHTTP2_CANCEL, NGHTTP2_CONNECT_ERROR } = http2.constants;

const SERVER: http2.ServerOptions = Object.assign(
  {
    settings: { initialWindowSize: STREAM_WINDOW, maxConcurrentStreams: STREAMS_MAX },
    maxSessionMemory: LINK_MEMORY_MB,
  },
  // Visitors who leave early are no attack: the edge is trusted with its own streams. The types do not know them.
  { streamResetBurst: STREAMS_MAX, streamResetRate: STREAMS_MAX },
);

/**
 * Dials the service and serves streams on that connection (agent/README.md#data-link).
 *
 * @throws Error when the service can't be reached, or refuses.
 */
export async function openDataLink(options: DataLinkOptions): Promise<DataLink> {
  const socket = await upgrade(options);
  const session = http2.performServerHandshake(socket, SERVER);
  session.setLocalWindowSize(LINK_WINDOW);
  // The close that follows says all there is to do.
  session.on("error", () => undefined);
  session.on("stream", (stream, headers) => serve(stream, headers, options));
  const closed = new Promise<void>((resolve) => session.once("close", () => resolve()));
  return { closed, drain: (ms) => drain(session, closed, ms) };
}

async function drain(session: ServerHttp2Session, closed: Promise<void>, ms: number): Promise<void> {
  if (session.destroyed) return;
  const cut = setTimeout(() => session.destroy(), ms);
  session.close();
  await closed;
  clearTimeout(cut);
}

function upgrade({ url, headers, ticket }: DataLinkOptions): Promise<Socket> {
  const at = new URL(url);
  const secure = at.protocol === "wss:";
  at.protocol = secure ? "https:" : "http:";
  at.pathname = at.pathname.replace(/\/agent$/, DATA_PATH);
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(at, {
      headers: { ...headers, Connection: "Upgrade", Upgrade: DATA_PROTOCOL, [TICKET_HEADER]: ticket },
      timeout: HANDSHAKE_MS,
    });
    request.once("upgrade", (_response, socket: Socket, head: Buffer) => {
      socket.setNoDelay(true).setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.once("response", (response) => {
      response.resume();
      reject(new Error(`The service answered ${response.statusCode} to the data link.`));
    });
    request.once("timeout", () => request.destroy(new Error("The service does not answer.")));
    request.once("error", reject);
    request.end();
  });
}

function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, options: DataLinkOptions): void {
  // An error is followed by the close.
  stream.on("error", () => undefined);
  const target =
    headers[":method"] === "CONNECT" ? options.targets.get(String(headers[":authority"])) : undefined;
  if (target === undefined) return refuse(stream, UNKNOWN_TUNNEL);
  void connect(stream, target, options.dial);
}

async function connect(stream: ServerHttp2Stream, target: string, dial: Dial): Promise<void> {
  try {
    const upstream = await dial(target);
    if (stream.destroyed || stream.closed) return void upstream.destroy();
    stream.respond({ ":status": 200 });
    splice(stream, upstream);
  } catch (error) {
    refuse(stream, error instanceof Error && "code" in error ? String(error.code) : "REFUSED");
  }
}

function refuse(stream: ServerHttp2Stream, code: string): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond({ ":status": 502, [REFUSAL_HEADER]: code.replaceAll(/[^\w-]/g, "_") }, { endStream: true });
}

/** Both ways until both ends are done; one that breaks off takes the other with it. */
function splice(stream: ServerHttp2Stream, upstream: Duplex): void {
  stream.pipe(upstream);
  upstream.pipe(stream);
  upstream.on("error", () => stream.close(NGHTTP2_CONNECT_ERROR));
  upstream.on("close", () => {
    if (!upstream.readableEnded) stream.close(NGHTTP2_CANCEL);
  });
  stream.on("aborted", () => upstream.destroy());
  stream.on("close", () => upstream.destroy());
}
