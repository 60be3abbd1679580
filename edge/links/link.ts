import http2, { type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from "node:http2";
import type { Duplex } from "node:stream";
import { errors } from "undici";
import {
  LINK_MEMORY_MB,
  LINK_PING_MS,
  LINK_WINDOW,
  REFUSAL_HEADER,
  STREAM_WINDOW,
  STREAMS_MAX,
  UNKNOWN_TUNNEL,
} from "#contract/data-link.ts";

/** The agent has no link and opens none; its link ended. */
export const NO_LINK = "NO_LINK";
/** The edge that the agent is connected to can't be reached. */
export const NO_PEER = "NO_PEER";
const LINK_CLOSED = "LINK_CLOSED";

/** No byte was sent: another tunnel may be tried. `code` as the agent's system names it. */
export class StreamRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The tunnel was not opened: ${code}.`);
    this.code = code;
  }
}

/** Whether it was the agent, not what it forwards to, that could not be reached. */
export function agentGone(error: unknown): boolean {
  return error instanceof StreamRefused && GONE.has(error.code);
}

/** Milliseconds between two pings, and without an answer after which the other end is gone. */
export type PingOptions = { pingMs: number; lostMs: number };
export const PINGS: PingOptions = { pingMs: LINK_PING_MS, lostMs: 15_000 };

export type LinkOptions = PingOptions & {
  /** Once, when no further stream can be opened. */
  onClosed: () => void;
};

export type Link = {
  /**
   * Opens a stream to a tunnel of the agent. `headers` = for another edge on the way.
   *
   * @throws StreamRefused when the agent can't reach what the tunnel forwards to.
   */
  open: (tunnelId: string, headers?: OutgoingHttpHeaders) => Promise<Duplex>;
  /** Opens nothing more, lets streams finish for so many milliseconds, then cuts them off. */
  drain: (ms: number) => void;
};

const GONE = new Set([NO_LINK, NO_PEER, LINK_CLOSED, UNKNOWN_TUNNEL]);

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = http2.constants;

/** The end of a link that opens its streams. `socket` has sent and received all of its upgrade (agent/README.md#data-link). */
export function openLink(socket: Duplex, options: LinkOptions): Link {
  const session = http2.connect("http://agent", {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: STREAM_WINDOW },
    maxSessionMemory: LINK_MEMORY_MB,
    peerMaxConcurrentStreams: STREAMS_MAX,
  });
  let open = true;
  const shut = (): void => {
    if (!open) return;
    open = false;
    clearInterval(pings);
    options.onClosed();
  };
  session.once("connect", () => session.setLocalWindowSize(LINK_WINDOW));
  // What it means is said by the close that follows, and by the error of each stream.
  session
    .on("error", () => undefined)
    .on("goaway", shut)
    .on("close", shut);
  const pings = setInterval(() => ping(session, options.lostMs), options.pingMs);
  pings.unref();
  return {
    open: async (tunnelId, headers = {}) => {
      if (!open) throw new StreamRefused(LINK_CLOSED);
      return opened(request(session, tunnelId, headers));
    },
    drain: (ms) => {
      shut();
      if (session.destroyed) return;
      const cut = setTimeout(() => session.destroy(undefined, NGHTTP2_CANCEL), ms);
      session.once("close", () => clearTimeout(cut));
      session.close();
    },
  };
}

function request(
  session: ClientHttp2Session,
  tunnelId: string,
  headers: OutgoingHttpHeaders,
): ClientHttp2Stream {
  try {
    return session.request({ ...headers, ":method": "CONNECT", ":authority": tunnelId });
  } catch {
    // It is about to say that it is closed.
    throw new StreamRefused(LINK_CLOSED);
  }
}

function opened(stream: ClientHttp2Stream): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const refuse = (code: string): void => {
      reject(new StreamRefused(code));
      stream.close(NGHTTP2_CANCEL);
    };
    // What the other end refuses it answers: without one the link broke.
    stream.on("error", () => refuse(LINK_CLOSED));
    stream.once("close", () => refuse(LINK_CLOSED));
    stream.once("response", (headers) => {
      if (headers[":status"] === 200) resolve(asSocket(stream));
      else refuse(String(headers[REFUSAL_HEADER] ?? "REFUSED"));
    });
  });
}

/**
 * As its users expect a socket: HTTP/2 tells the other end of a plain destroy() only when it has an error, and gives a stream that
 * was reset, or whose link broke, the end of a whole one.
 */
function asSocket(stream: ClientHttp2Stream): Duplex {
  const [destroy, push, read] = [
    stream.destroy.bind(stream),
    stream.push.bind(stream),
    stream.read.bind(stream),
  ];
  const same = (): typeof stream => stream;
  /** It came to an end, which nothing had broken off before. */
  let ends = false;
  const isWhole = (): boolean => ends && stream.rstCode === NGHTTP2_NO_ERROR;
  const end = (): void => void (isWhole() ? push(null) : destroy(brokenOff()));
  return Object.assign(stream, {
    // Whoever reads but a part gives the rest back: all that waits would be copied each time.
    read: (size?: number) =>
      read(size ?? (!stream.readableFlowing && stream.readableLength > READ_MAX ? READ_MAX : undefined)),
    push: (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk !== null) return push(chunk, encoding);
      ends ||= !stream.aborted;
      // Node says that it was reset right after its end.
      setImmediate(end);
      return false;
    },
    destroy: (error?: Error | null) => {
      if (stream.destroyed || stream.readableEnded) return destroy(error ?? undefined);
      if (!error && isWhole()) {
        setImmediate(destroy);
        return stream;
      }
      if (!error) stream.close(NGHTTP2_CANCEL);
      return destroy(error ?? brokenOff());
    },
    setNoDelay: same,
    setKeepAlive: same,
    setTimeout: same,
    ref: same,
    unref: same,
  });
}

/** Bytes that are read at a time. */
const READ_MAX = 65_536;

/** As undici calls what is no answer: an answer without a length ends with its connection, and would be taken for whole. */
const brokenOff = (): Error => new errors.SocketError("The stream was broken off.");

/** A stopped process answers no ping and closes nothing: it is cut off. */
function ping(session: ClientHttp2Session, lostMs: number): void {
  if (session.destroyed) return;
  const lost = setTimeout(() => session.destroy(new Error("The other end does not answer.")), lostMs);
  session.ping(() => clearTimeout(lost));
}
