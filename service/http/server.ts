import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { openSockets } from "#edge/open-sockets.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "#contract/command-line.ts";
import { answerBroken } from "./broken-requests.ts";
import type { Env } from "./call.ts";
import type { QuickReads } from "./quick-reads.ts";
import { answerUnreadable } from "./unreadable.ts";

/** How long running requests may take once the service is told to stop, in milliseconds. */
const DRAIN_MS = 5000;
/** How long a connection may then still be without the first byte of a request, in milliseconds. */
const SILENT_MS = 300;
const IDLE_CHECK_MS = 100;
const ACCEPT_MS = 1000;
const QUIET_MS = 20;

/** Connections that wait to be accepted, by Node's own measure. */
const BACKLOG_MIN = 511;

/** How often Node looks for requests that take too long, in milliseconds. */
const SLOW_CHECK_MS = 1000;
/** Refused connections are told in the log this often at most, in milliseconds. */
const REFUSED_TOLD_MS = 60_000;

export type ListenOptions = Pick<
  Config,
  "host" | "port" | "headerTimeout" | "requestTimeout" | "maxConnections"
>;

/** What answers requests; `quickly` first. */
type Answering = { app: Pick<Hono<Env>, "fetch">; quickly?: QuickReads["answer"] };

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
  { app, quickly }: Answering,
  { host, port, headerTimeout, requestTimeout, maxConnections }: ListenOptions,
  attach: (server: Server) => void,
  log: Logger,
): Promise<HttpServer> {
  const byApp = getRequestListener(app.fetch, { errorHandler: answerUnreadable(log) });
  const answered: RequestListener = (asked, answer) => {
    const done = quickly?.(asked, answer) ?? false;
    if (done === true) return undefined;
    // At once where it is for the app: what is wrong with a body follows in the same turn.
    if (!done) return void byApp(asked, answer);
    return void done.then(async (isDone) => (isDone ? undefined : byApp(asked, answer)));
  };
  // Node's own refusal of a request without Host has no body.
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: Math.min(headerTimeout, requestTimeout) * 1000,
      requestTimeout: requestTimeout * 1000,
      connectionsCheckingInterval: SLOW_CHECK_MS,
    },
    answered,
  );
  limitConnections(server, maxConnections, log);
  const sockets = openSockets(server);
  answerBroken(server, log);
  attach(server);
  // A whole fleet that comes back at once is not dropped, as far as the system's own bound (somaxconn) lets it wait.
  server.listen({ port, host, backlog: Math.max(BACKLOG_MIN, maxConnections) });
  try {
    await once(server, "listening");
  } catch (error) {
    throw new ConfigError(listenFault(error, host, port), { cause: error });
  }
  const shown = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const address = server.address() as AddressInfo;
  return { server, origin: `http://${shown}:${address.port}`, stop: () => drain(server, sockets) };
}

/** Connections beyond `most` are closed at once by Node. */
function limitConnections(server: Server, most: number, log: Pick<Logger, "warn">): void {
  server.maxConnections = most;
  let refused = 0;
  let toldAt = -Infinity;
  server.on("drop", () => {
    refused += 1;
    if (performance.now() - toldAt < REFUSED_TOLD_MS) return;
    log.warn({ refused, most }, "connections refused: --max-connections are open");
    toldAt = performance.now();
    refused = 0;
  });
}

function listenFault(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (code === "EADDRINUSE") {
    return `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another port with --port (0 = any).`;
  }
  if (code === "EACCES")
    return `Port ${port} needs permissions this process doesn’t have. Choose a port above 1023 with --port.`;
  return `Can’t listen on ${host} port ${port} (${code}). Choose another --host or --port.`;
}

async function drain(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  await acceptWaiting(server);
  const closed = once(server, "close");
  // Not http's own close: it resets connections whose first request is not read yet.
  NetServer.prototype.close.call(server);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // Node does not count it as idle: browsers and pools of clients open connections before they need them.
  const silent = setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SILENT_MS);
  // A connection that was busy is kept alive after its answer, unless somebody closes it.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await closed;
  clearTimeout(cut);
  clearTimeout(silent);
  clearInterval(idle);
  server.close();
}

/** Lets in who has connected already: Node takes one connection a turn, and closing resets the rest. */
async function acceptWaiting(server: Server): Promise<void> {
  const until = Date.now() + ACCEPT_MS;
  let more = true;
  const note = (): void => {
    more = true;
  };
  server.on("connection", note);
  while (more && Date.now() < until) {
    more = false;
    await delay(QUIET_MS);
  }
  server.off("connection", note);
}
