import type { Duplex } from "node:stream";
import { Client, type Dispatcher, Pool } from "undici";
import type { LiveTunnel } from "./account.ts";
import type { Trail } from "./events/trail.ts";
import type { Reach } from "./peers/reach.ts";
import { told } from "./told.ts";

export type UpstreamsOptions = {
  reach: Reach;
  /** Until the first byte of an answer, in milliseconds. */
  answerMs: number;
  /** Bytes of an answer's headers. */
  headersMax: number;
  /** A connection without a request is closed, in milliseconds: sooner than most servers close it. */
  appIdleMs: number;
};

/** A request to an app; the connection that takes it notes whether it was kept from an earlier one. */
export type Asked = Dispatcher.DispatchOptions & { trail: Pick<Trail, "reused"> };

class Connection extends Client {
  override dispatch(asked: Asked, handler: Dispatcher.DispatchHandler): boolean {
    asked.trail.reused = this.stats.connected;
    return super.dispatch(asked, handler);
  }
}

/** Keep-alive connections to what the tunnels forward to. */
export type Upstreams = Pick<UpstreamsOptions, "answerMs" | "headersMax"> & {
  of: (tunnel: LiveTunnel) => Pool;
  /** A connection of one's own. */
  open: (tunnel: LiveTunnel) => Promise<Duplex>;
  close: () => Promise<void>;
};

/** A pool that nobody used for so long is closed, in milliseconds. */
const UNUSED_MS = 60_000;

export function createUpstreams({ reach, answerMs, headersMax, appIdleMs }: UpstreamsOptions): Upstreams {
  const pools = new Map<string, { pool: Pool; sessionId: string; usedAt: number }>();
  const { open } = reach;
  const sweep = setInterval(() => {
    const before = performance.now() - UNUSED_MS;
    for (const [id, { pool, usedAt }] of pools) if (usedAt < before && pool.stats.size === 0) leave(id, pool);
  }, UNUSED_MS / 2);
  sweep.unref();
  reach.onGone((sessionId) => {
    for (const [id, known] of pools) if (known.sessionId === sessionId) leave(id, known.pool);
  });

  /** What runs may finish. */
  function leave(id: string, pool: Pool): void {
    pools.delete(id);
    void pool.close();
  }

  function poolOf(tunnel: LiveTunnel): Pool {
    return new Pool("http://tunnel", {
      factory: (origin, options) => new Connection(origin, options),
      connections: null,
      pipelining: 1,
      headersTimeout: answerMs,
      bodyTimeout: 0,
      keepAliveTimeout: appIdleMs,
      keepAliveMaxTimeout: appIdleMs,
      maxHeaderSize: headersMax,
      connect: (_options, callback) => {
        // It is used like a socket, and behaves like one (links/link.ts).
        void told(open(tunnel), (error, stream) => callback(error as null, stream as never));
      },
    });
  }

  return {
    answerMs,
    headersMax,
    of: (tunnel) => {
      const { id, sessionId } = tunnel;
      const known = pools.get(id) ?? { pool: poolOf(tunnel), sessionId, usedAt: 0 };
      known.usedAt = performance.now();
      pools.set(id, known);
      return known.pool;
    },
    open,
    close: async () => {
      clearInterval(sweep);
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}
