import http2, { type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  LINK_MEMORY_MB,
  LINK_SILENT_MS,
  LINK_WINDOW,
  REFUSAL_HEADER,
  STREAM_WINDOW,
  STREAMS_MAX,
  UNKNOWN_TUNNEL,
} from "./data-link.ts";

/** Opens what a stream asks for by its authority; undefined where there is no such thing. */
export type Serve = (authority: string, headers: IncomingHttpHeaders) => Promise<Duplex> | undefined;

/** The end of a link that serves its streams. */
export type LinkServer = {
  /** Resolves when the link is gone, from whichever side. */
  closed: Promise<void>;
  /** Takes no new streams; resolves when the last has ended, or was cut off after so many milliseconds. */
  drain: (ms: number) => Promise<void>;
};

const CUT_MS = 500;

const SERVER: http2.ServerOptions = Object.assign(
  {
    settings: { initialWindowSize: STREAM_WINDOW, maxConcurrentStreams: STREAMS_MAX },
    maxSessionMemory: LINK_MEMORY_MB,
  },
  // Visitors who leave early are no attack: the edge is trusted with its own streams. The types do not know them.
  { streamResetBurst: STREAMS_MAX, streamResetRate: STREAMS_MAX },
);

/**
 * Serves the streams of a link (agent/README.md#data-link): an agent those of its tunnels, an edge those that another edge
 * opens to its agents. `socket` has sent and received all of its upgrade.
 */
export function serveLink(socket: Duplex, open: Serve, silentMs: number = LINK_SILENT_MS): LinkServer {
  const session = http2.performServerHandshake(socket, SERVER);
  // Who opens the streams pings: a machine that is gone closes nothing.
  const silent = setTimeout(() => session.destroy(), silentMs);
  session.on("ping", () => silent.refresh()).once("close", () => clearTimeout(silent));
  session.setLocalWindowSize(LINK_WINDOW);
  // The close that follows says all there is to do.
  session.on("error", () => undefined);
  session.on("stream", (stream, headers) => serve(stream, headers, open));
  const closed = new Promise<void>((resolve) => session.once("close", () => resolve()));
  return { closed, drain: (ms) => drain(session, closed, ms) };
}

async function drain(session: ServerHttp2Session, closed: Promise<void>, ms: number): Promise<void> {
  if (session.destroyed) return;
  const cut = setTimeout(() => session.destroy(), ms);
  session.close();
  // A session that was cut off still waits for the other end, which may be gone.
  await Promise.race([closed, sleep(ms + CUT_MS, undefined, { ref: false })]);
  clearTimeout(cut);
}

function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, open: Serve): void {
  // An error is followed by the close.
  stream.on("error", () => undefined);
  const opening = headers[":method"] === "CONNECT" ? open(String(headers[":authority"]), headers) : undefined;
  if (opening === undefined) return refuse(stream, UNKNOWN_TUNNEL);
  void connect(stream, opening);
}

async function connect(stream: ServerHttp2Stream, opening: Promise<Duplex>): Promise<void> {
  try {
    const upstream = await opening;
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

/**
 * Both ways until both ends are done; one that breaks off takes the other with it. A stream that is closed by a code is ended
 * before, as if all had come: one that is destroyed by an error is only reset.
 */
function splice(stream: ServerHttp2Stream, upstream: Duplex): void {
  stream.pipe(upstream);
  upstream.pipe(stream);
  upstream.on("error", (error) => stream.destroy(error));
  upstream.on("close", () => {
    if (!upstream.readableEnded) stream.destroy(new Error("It was closed before its end."));
  });
  stream.on("aborted", () => upstream.destroy());
  stream.on("close", () => upstream.destroy());
}
