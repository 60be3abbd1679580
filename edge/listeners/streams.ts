import type { Socket } from "node:net";
import type { Endpoint, LiveTunnel, Snapshot } from "../account.ts";
import { Trail } from "../events/trail.ts";
import { connectionOf } from "../events/visitor-connection.ts";
import { wasGone } from "../links/why-unreached.ts";
import { guarded } from "#edge/modules/guards.ts";
import { connectionEnded } from "#edge/modules/policies/outbound.ts";
import { refusalOutcome } from "../refusals.ts";
import { findIn } from "../routing/find.ts";
import { splice } from "../splice.ts";
import type { RequestServices } from "./requests.ts";

/** Carries the bytes of a connection (TCP, or TLS that ended here or ends at the app) to what serves its endpoint. */
export async function carry(
  socket: Socket,
  endpoint: Endpoint | undefined,
  snapshot: Snapshot,
  services: RequestServices,
): Promise<void> {
  socket.pause();
  socket.on("error", () => socket.destroy());
  if (!endpoint) return void socket.destroy();
  const trail = new Trail(connectionOf(socket), "tcp", null);
  const closed = socket.closed || new Promise((resolve) => socket.once("close", resolve));
  const found = findIn(endpoint, null);
  trail.found(found.place);
  const kept = found.place && (await guarded(found.place, snapshot, trail, null));
  // No module of a bare connection answers by itself.
  if (kept) trail.refusal = "refusal" in kept ? kept.refusal : "moduleNotApplied";
  if (trail.refusal === null) {
    if ("destination" in found) await toOne(socket, found.destination.tunnels, trail, services);
    else trail.refusal = found.refusal;
  }
  if (trail.refusal !== null) {
    trail.outcome = refusalOutcome(trail.refusal);
    socket.destroy();
  }
  await closed;
  trail.in.length = socket.bytesRead;
  trail.out.length = socket.bytesWritten;
  connectionEnded(trail);
  services.recorder?.ended(trail);
}

async function toOne(
  socket: Socket,
  tunnels: readonly LiveTunnel[],
  trail: Trail,
  { upstreams, chooser }: RequestServices,
): Promise<void> {
  let gone = true;
  for (const tunnel of chooser.order(tunnels)) {
    const done = chooser.busy(tunnel.id);
    trail.tunnel = tunnel;
    trail.sending();
    try {
      const stream = await upstreams.open(tunnel);
      trail.marks.connected = performance.now();
      if (socket.destroyed) stream.destroy();
      const whole = !socket.destroyed && (await splice(socket, stream));
      trail.outcome = whole ? "answered" : "broken";
      return;
    } catch (error) {
      // The next tunnel may be reached.
      gone = wasGone(error, trail) && gone;
    } finally {
      done();
    }
  }
  trail.refusal = gone ? "endpointOffline" : "upstreamRefused";
}
