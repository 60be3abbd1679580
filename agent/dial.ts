import net from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";

export type DialOptions = {
  /** Milliseconds until a connection must stand. */
  timeoutMs: number;
  /** Accept any certificate of an https upstream. */
  insecure: boolean;
};

/** Where `forwards_to` leads: `http://localhost:3000`, `https://10.0.0.5` or `localhost:22`. */
function readTarget(forwardsTo: string): { host: string; port: number; secure: boolean } {
  const url = new URL(forwardsTo.includes("://") ? forwardsTo : `tcp://${forwardsTo}`);
  const secure = url.protocol === "https:";
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
  };
}

/**
 * Connects to what a tunnel forwards to: by TCP, and by TLS where it is https.
 *
 * @throws Error with the system's code: ECONNREFUSED, ETIMEDOUT, CERT_HAS_EXPIRED …
 */
export function dialTarget(forwardsTo: string, { timeoutMs, insecure }: DialOptions): Promise<Duplex> {
  const { host, port, secure } = readTarget(forwardsTo);
  const socket = secure
    ? tls.connect({ host, port, servername: net.isIP(host) ? "" : host, rejectUnauthorized: !insecure })
    : net.connect({ host, port, allowHalfOpen: true, noDelay: true });
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => socket.destroy(Object.assign(new Error("No connection in time."), { code: "ETIMEDOUT" })),
      timeoutMs,
    );
    socket.once(secure ? "secureConnect" : "connect", () => {
      clearTimeout(late);
      socket.setNoDelay(true);
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
    socket.once("close", () => clearTimeout(late));
  });
}
