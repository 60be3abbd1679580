import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { EdgeAccount } from "./account.ts";
import type { Links } from "./links/links.ts";
import { type HttpLimits, httpServer } from "./listeners/http.ts";
import type { RequestServices } from "./listeners/requests.ts";
import { createChooser } from "./routing/choose.ts";
import { createUpstreams } from "./upstreams.ts";

export type EdgeLimits = HttpLimits & {
  /** Milliseconds until the first byte of an app’s answer. */
  answerMs: number;
  /** Milliseconds that running requests may take once the edge stops. */
  drainMs: number;
};

export type EdgeOptions = {
  account: EdgeAccount;
  links: Pick<Links, "open" | "onGone">;
  host: string;
  /** 0 = any free port. */
  httpPort: number;
  limits: EdgeLimits;
  /** A new operation id, for what the edge answers by itself. */
  newId: () => string;
  log: { error: (facts: object, text: string) => void };
};

export type RunningEdge = {
  /** The port it listens on for HTTP. */
  httpPort: number;
  /** Takes nothing new, lets running requests finish for a while. */
  stop: () => Promise<void>;
};

/**
 * Starts the listeners.
 *
 * @throws Error with the system's code when a port can't be used.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  const { account, links, limits, newId, log } = options;
  const upstreams = createUpstreams({ links, answerMs: limits.answerMs, headersMax: limits.headersMax });
  const services: RequestServices = {
    account,
    upstreams,
    chooser: createChooser(),
    answerMs: limits.answerMs,
    newId,
    log: (fault) => log.error({ err: fault }, "a request could not be handled"),
  };
  const http = httpServer(limits, services);
  http.listen(options.httpPort, options.host);
  await once(http, "listening");
  return {
    httpPort: (http.address() as AddressInfo).port,
    stop: async () => {
      await drained(http, limits.drainMs);
      await upstreams.close();
    },
  };
}

async function drained(server: Server, ms: number): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), ms);
  await closed;
  clearTimeout(cut);
}
