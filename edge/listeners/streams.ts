import type { Socket } from "node:net";
import type { ForwardServices } from "../forward.ts";
import type { Destination } from "../routing/find.ts";
import { splice } from "../splice.ts";

/** Carries the bytes of a connection (TCP, or TLS that ended here or ends at the app) to one of the tunnels. */
export async function carry(
  socket: Socket,
  { tunnels }: Destination,
  { upstreams, chooser }: ForwardServices,
): Promise<void> {
  socket.pause();
  socket.on("error", () => socket.destroy());
  for (const tunnel of chooser.order(tunnels)) {
    const done = chooser.busy(tunnel.id);
    try {
      const stream = await upstreams.open(tunnel);
      if (socket.destroyed) return void stream.destroy();
      await splice(socket, stream);
      return;
    } catch {
      // The next tunnel may be reached.
    } finally {
      done();
    }
  }
  socket.destroy();
}
