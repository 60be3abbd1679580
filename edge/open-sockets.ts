import type { Server, Socket } from "node:net";
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connectionOf } from "./events/visitor-connection.ts";

/** The connections of a server that are open now. */
export function openSockets(
  server: Server,
  event: "connection" | "secureConnection" = "connection",
): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Closes those that no request is under way on: of HTTP/1.1, where a visitor keeps them for the next one. */
export function closeIdle(sockets: Iterable<Socket>): void {
  for (const socket of sockets) {
    const { requests, ended = 0 } = connectionOf(socket);
    if (requests === ended) socket.end();
  }
}

/** Connections without a request are looked for this often, in milliseconds. */
const LOOK_MS = 50;

/**
 * Takes no new connections, and closes each once it has answered; what is left after so many milliseconds is cut off, which is
 * told before. `leave` closes those that nothing is under way on.
 */
export async function drained(
  server: Server,
  sockets: ReadonlySet<Socket>,
  leave: () => void,
  ms: number,
  cutOff: () => void,
): Promise<void> {
  if (!server.listening) return;
  const gone = once(server, "close");
  server.close();
  const looking = setInterval(leave, LOOK_MS);
  const cut = setTimeout(() => {
    cutOff();
    for (const socket of sockets) socket.destroy();
  }, ms);
  await gone;
  clearInterval(looking);
  clearTimeout(cut);
  // The server is done before those that were cut off hear of it, whose requests are still to be noted.
  await Promise.all([...sockets].map((socket) => once(socket, "close")));
  await nextTurn();
}
