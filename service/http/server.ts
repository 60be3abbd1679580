import { once } from "node:events";
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { createApp } from "../app.ts";
import { ConfigError } from "../config.ts";

/** How long running requests may take once the service is told to stop, in milliseconds. */
const DRAIN_MS = 5000;

export type HttpServer = {
  server: Server;
  /** `http://127.0.0.1:4180` */
  origin: string;
  /** Stops accepting, then resolves when the running requests are answered, or cut off after `DRAIN_MS`. */
  stop: () => Promise<void>;
};

/**
 * Listens. `attach` gets the server before it does, so that no upgrade is missed.
 *
 * @throws ConfigError when the port or host can't be used.
 */
export async function listen(
  app: ReturnType<typeof createApp>,
  { host, port }: { host: string; port: number },
  attach: (server: Server) => void,
): Promise<HttpServer> {
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!(server instanceof Server)) throw new Error("The adaptor made no HTTP/1 server.");
  attach(server);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new ConfigError(listenFault(error, host, port), { cause: error });
  }
  const shown = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const address = server.address() as AddressInfo;
  return { server, origin: `http://${shown}:${address.port}`, stop: () => drain(server) };
}

function listenFault(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (code === "EADDRINUSE") {
    return `Port ${port} of ${host} is in use. Stop what uses it, or choose another one with --port (0 = any).`;
  }
  if (code === "EACCES")
    return `Port ${port} needs rights this process does not have. Choose one above 1023 with --port.`;
  return `Can’t listen on ${host} port ${port} (${code}). Choose another --host or --port.`;
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // A connection that was busy when the server closed is kept alive after its answer, unless somebody closes it.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(idle);
}
