import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { noteConnection } from "../events/visitor-connection.ts";
import type { RequestServices } from "./requests.ts";
import { carry } from "./streams.ts";

export type PortRange = { first: number; last: number };

export type TcpListeners = {
  /** Listens on the ports that the account serves now, and on no others. */
  follow: () => Promise<void>;
  /** Ports of the account's addresses that it does not listen on, as of the last look. */
  closed: () => readonly number[];
  stop: () => Promise<void>;
};

/** A port that another program has is tried again this often, in milliseconds; it is told once. */
const AGAIN_MS = 2_000;

/** One listener for each TCP address of the account whose port is in the range. */
export function createTcpListeners(
  host: string,
  range: PortRange | null,
  connectionsMax: number,
  services: RequestServices,
): TcpListeners {
  const listening = new Map<number, Server>();
  /** Ports that can't be listened on: when each is tried again. */
  const refused = new Map<number, number>();
  let closed: readonly number[] = [];
  let stopped = false;

  async function accept(port: number, socket: Socket): Promise<void> {
    const snapshot = await services.account.fresh().catch(() => null);
    if (!snapshot) return void socket.destroy();
    await carry(socket, snapshot.ports.get(port), snapshot, services);
  }

  async function listen(port: number): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
      socket.on("error", () => socket.destroy());
      noteConnection(socket);
      void accept(port, socket);
    });
    server.maxConnections = connectionsMax;
    listening.set(port, server);
    server.listen(port, host);
    try {
      await once(server, "listening");
    } catch (error) {
      listening.delete(port);
      if (!refused.has(port)) services.portRefused(port, error);
      refused.set(port, performance.now() + AGAIN_MS);
    }
  }

  return {
    follow: async () => {
      const { ports } = await services.account.fresh();
      const wanted = [...ports.keys()].filter((port) => range && port >= range.first && port <= range.last);
      for (const [port, server] of listening) {
        if (ports.has(port)) continue;
        listening.delete(port);
        server.close();
      }
      for (const port of refused.keys()) if (!ports.has(port)) refused.delete(port);
      const now = performance.now();
      const due = wanted.filter((port) => !listening.has(port) && (refused.get(port) ?? 0) <= now);
      if (!stopped) await Promise.all(due.map(listen));
      closed = [...ports.keys()].filter((port) => !listening.has(port));
    },
    closed: () => closed,
    stop: async () => {
      stopped = true;
      for (const server of listening.values()) server.close();
      listening.clear();
    },
  };
}
