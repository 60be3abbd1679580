import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import type { EdgeAccount } from "./account.ts";
import { createRecorder, type RecorderCounts, type TrafficSink } from "./events/recorder.ts";
import { type HttpLimits, httpServer } from "./listeners/http.ts";
import { type Certificates, httpsServer } from "./listeners/https.ts";
import { createTcpListeners, type PortRange } from "./listeners/tcp.ts";
import type { RequestServices } from "./listeners/requests.ts";
import { closeIdle, drained, openSockets } from "./open-sockets.ts";
import { createTestRequests, type SendTestRequest } from "./listeners/test-requests.ts";
import { createPreview, type Preview } from "#edge/modules/preview.ts";
import type { Reach } from "./peers/reach.ts";
import { createChooser } from "./routing/choose.ts";
import { createUpstreams } from "./upstreams.ts";

export type EdgeLimits = HttpLimits & {
  /** Milliseconds until the first byte of an app’s answer. */
  answerMs: number;
  /** Milliseconds that a connection to an app is kept without a request. */
  appIdleMs: number;
  /** Milliseconds that running requests may take once the edge stops. */
  drainMs: number;
};

export type EdgeOptions = {
  account: EdgeAccount;
  reach: Reach;
  host: string;
  /** 0 = any free port, null = no listener. */
  httpPort: number | null;
  httpsPort: number | null;
  tcpPorts: PortRange | null;
  certificates: Certificates;
  limits: EdgeLimits;
  /** A new id: of an operation, for what the edge answers by itself, or of an event. */
  newId: (kind: "operation" | "event") => string;
  /** Gets the events of all traffic; null = none are made. */
  traffic: TrafficSink | null;
  log: Record<"error" | "warn", (facts: object, text: string) => void>;
};

export type RunningEdge = {
  /** The ports it listens on; null where it does not. */
  httpPort: number | null;
  httpsPort: number | null;
  /** Listens on the ports that TCP addresses of the account have now. */
  followPorts: () => Promise<void>;
  /** Ports of TCP addresses that it does not listen on: another program has them, or they are not its own. */
  closedPorts: () => readonly number[];
  /** Sends a request of an operator, as a visitor of this edge would. */
  test: SendTestRequest;
  /** What a draft would have done to requests. */
  preview: Preview;
  /** Traffic events since the start. */
  events: () => RecorderCounts;
  /** Takes nothing new, lets running requests finish for a while. */
  stop: () => Promise<void>;
};

/**
 * Starts the listeners.
 *
 * @throws Error with the system's code when a port can't be used.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  const { account, reach, limits, newId, log } = options;
  const upstreams = createUpstreams({ reach, ...limits });
  const failed = (fault: unknown): void => log.error({ err: fault }, "a traffic event could not be recorded");
  const recorder = options.traffic && createRecorder(options.traffic, () => newId("event"), failed);
  let isCutOff = false;
  const cutOff = (): void => void (isCutOff = true);
  const services: RequestServices = {
    account,
    upstreams,
    chooser: createChooser(),
    newId: () => newId("operation"),
    recorder,
    isCutOff: () => isCutOff,
    log: (fault) => log.error({ err: fault }, "a request could not be handled"),
    portRefused: (port, fault) =>
      log.warn({ port, err: fault }, "a TCP address can’t be reached here: its port can’t be listened on"),
  };
  const http = httpServer(limits, services);
  const { server: https, leave } = httpsServer(limits, options.certificates, services);
  const tcp = createTcpListeners(options.host, options.tcpPorts, limits.connectionsMax, services);
  const [plain, secure] = [openSockets(http), openSockets(https)];
  const httpPort = await listen(http, options.httpPort, options.host);
  const httpsPort = await listen(https, options.httpsPort, options.host).catch((error: unknown) => {
    http.close();
    throw error;
  });
  await tcp.follow();
  return {
    httpPort,
    httpsPort,
    followPorts: tcp.follow,
    closedPorts: tcp.closed,
    test: createTestRequests(limits, services, (proto) =>
      proto === "https" ? (httpsPort ?? 443) : (httpPort ?? 80),
    ),
    preview: createPreview(account),
    events: () => recorder?.counts() ?? { made: 0, dropped: 0 },
    stop: async () => {
      await tcp.stop();
      await Promise.all([
        drained(http, plain, () => closeIdle(plain), limits.drainMs, cutOff),
        drained(https, secure, leave, limits.drainMs, cutOff),
      ]);
      await upstreams.close();
      await recorder?.stop();
    },
  };
}

async function listen(server: Server, port: number | null, host: string): Promise<number | null> {
  if (port === null) return null;
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
