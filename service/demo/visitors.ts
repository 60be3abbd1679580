import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { addAbortSignal } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { LOGIN_MODULES } from "#contract/modules/kinds.ts";
import type { Db } from "../store/schema.ts";
import { pick, seeded } from "./random.ts";

export type VisitorsOptions = {
  db: Db;
  /** Requests a second, about. */
  rate: number;
  /** Where the edge listens on this machine; null = not at all. */
  edge: { host: string; httpPort: number | null; httpsPort: number | null };
};

/** Visitors of the demo's sites, until they are sent away. */
export type Visitors = { leave: () => Promise<void> };

/** What they do, and how often: some of it is refused by the site or by the edge. */
const VISITS = {
  "GET /": 60,
  "GET /shipments": 8,
  "GET /shipments?status=loading&page=2": 4,
  "GET /v1/shipments": 8,
  "POST /v1/shipments": 4,
  "GET /dispatch": 3,
  "HEAD /healthz": 4,
  "PUT /shipments/NW-20421": 1,
  "GET /wp-login.php": 1,
  nowhere: 4,
  tcp: 3,
} as const;
const PROGRAMS = {
  "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0": 8,
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) NorthwindApp/4.2": 6,
  "curl/8.5.0": 3,
  "Googlebot/2.1 (+http://www.google.com/bot.html)": 1,
} as const;
const WEB_SOCKET = "websocket_tcp_converter";
/** Of this machine. */
const ADDRESSES = 4;
/** Nothing of the account has this name. */
const NOWHERE = "old-shop.northwind.example";
const BODY = JSON.stringify({ from: "Hamburg", to: "Oslo", pallets: 3 });

/** Where they may go is read again this often; a visit takes at most so long. In milliseconds. */
const READ_MS = 30_000;
const VISIT_MS = 10_000;
/** Connections are kept for less than the edge keeps them. */
const IDLE_MS = 60_000;

/** `login` = some of it asks for a sign-in. `webSocket` = it takes nothing else. */
type Place = { host: string; port: number; proto: string; login: boolean; webSocket: boolean };

/** Sends requests to what the demo has online, through the real edge, the same ones after each start. */
export function startVisitors({ db, rate, edge }: VisitorsOptions): Visitors {
  const end = new AbortController();
  const random = seeded(2_026);
  const kept = { keepAlive: true, maxFreeSockets: 2, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent({ ...kept, rejectUnauthorized: false }) };
  const running = new Set<Promise<void>>();
  let places: Place[] = [];
  let readAt = -Infinity;

  const portOf = (proto: string): number | null => (proto === "https" ? edge.httpsPort : edge.httpPort);

  /** They come from this machine, and say so: only Linux has more than one address of its own. The same for one site, whose connections are kept. */
  const from = (host: string): string | undefined =>
    process.platform === "linux" && edge.host === "127.0.0.1"
      ? `127.0.0.${1 + (host.length % ADDRESSES)}`
      : undefined;

  /** Nobody of the demo can sign in: where it is asked for they are programs, which the edge tells so and sends to no provider. */
  function send(
    { host, proto, login }: Pick<Place, "host" | "proto" | "login">,
    [method = "GET", path = "/"]: readonly string[],
  ): Promise<void> {
    const secure = proto === "https";
    const port = portOf(proto);
    if (port === null) return Promise.resolve();
    const headers: Record<string, string> = {
      host,
      "user-agent": pick(random, PROGRAMS),
      accept: login ? "*/*" : "text/html, */*",
    };
    const body = method === "POST" || method === "PUT" ? BODY : undefined;
    if (body !== undefined) headers["content-type"] = "application/json";
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(VISIT_MS)]);
    const localAddress = from(host);
    const to = {
      host: edge.host,
      port,
      method,
      path,
      headers,
      signal,
      ...(localAddress && { localAddress }),
    };
    return new Promise((done) => {
      const asked = secure
        ? httpsRequest({ ...to, servername: host, agent: agents.https })
        : httpRequest({ ...to, agent: agents.http });
      asked.on("response", (answer) => answer.resume().on("close", done).on("error", done));
      asked.on("error", () => done()).end(body);
    });
  }

  function dial(port: number): Promise<void> {
    return new Promise((done) => {
      const socket = connect({ host: edge.host, port, timeout: VISIT_MS });
      socket.on("timeout", () => socket.destroy()).on("error", () => undefined);
      socket.on("close", () => done()).resume();
      // It stops listening once the socket is closed.
      addAbortSignal(end.signal, socket);
      socket.end("PING\r\n");
    });
  }

  /** A program that asks the server behind a WebSocket once. */
  function speak({ host, proto }: Place): Promise<void> {
    const port = portOf(proto);
    if (port === null) return Promise.resolve();
    const localAddress = from(host);
    const options = {
      headers: { host, "user-agent": "NorthwindDock/2.0" },
      servername: host,
      rejectUnauthorized: false,
      ...(localAddress && { localAddress }),
    };
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(VISIT_MS)]);
    return new Promise((done) => {
      const socket = new WebSocket(`${proto === "https" ? "wss" : "ws"}://${edge.host}:${port}/`, options);
      signal.addEventListener("abort", () => socket.terminate());
      socket.on("open", () => socket.send(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`));
      socket.on("message", () => socket.close()).on("error", () => undefined);
      socket.on("close", () => done());
    });
  }

  async function visit(): Promise<void> {
    if (performance.now() - readAt > READ_MS) {
      readAt = performance.now();
      places = await readPlaces(db);
    }
    const what = pick(random, VISITS);
    if (what === "nowhere") return send({ host: NOWHERE, proto: "http", login: false }, ["GET", "/"]);
    const fit = places.filter(({ proto }) => (what === "tcp") === (proto === "tcp"));
    const place = fit[Math.floor(random() * fit.length)];
    if (!place) return undefined;
    if (what === "tcp") return dial(place.port);
    if (place.webSocket) return speak(place);
    return send(place, what.split(" "));
  }

  async function come(): Promise<void> {
    while (!end.signal.aborted) {
      const gap = (1_000 / rate) * (0.3 + random() * 1.4);
      await sleep(gap, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
      const one = visit().catch(() => undefined);
      running.add(one);
      void one.finally(() => running.delete(one));
    }
  }

  const coming = edge.httpPort === null && edge.httpsPort === null ? Promise.resolve() : come();
  return {
    leave: async () => {
      end.abort();
      await coming;
      await Promise.all(running);
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Only what is the demo's: that is older than the account, and what operators add is their own. */
async function readPlaces(db: Db): Promise<Place[]> {
  const account = db
    .selectFrom("users")
    .select((eb) => eb.fn.min("created_at").as("at"))
    .where("admin", "=", 1);
  const set = await db
    .selectFrom("routes")
    .innerJoin("modules", "modules.owner_id", "routes.id")
    .select(["routes.edge_id", "modules.kind"])
    .where("modules.kind", "in", [...LOGIN_MODULES, WEB_SOCKET])
    .execute();
  const edgesWith = (webSocket: boolean) =>
    new Set<string | null>(
      set.filter(({ kind }) => (kind === WEB_SOCKET) === webSocket).map(({ edge_id }) => edge_id),
    );
  const [logins, webSockets] = [edgesWith(false), edgesWith(true)];
  const rows = await db
    .selectFrom("endpoints")
    .select(["hostport", "proto", "edge_id"])
    .where("proto", "in", ["http", "https", "tcp"])
    .where((eb) =>
      eb.or([
        eb.and([eb("edge_id", "is not", null), eb("created_at", "<", account)]),
        eb(
          "tunnel_id",
          "in",
          eb
            .selectFrom("tunnels")
            .innerJoin("sessions", "sessions.id", "tunnels.session_id")
            .innerJoin("credentials", "credentials.id", "sessions.credential_id")
            .select("tunnels.id")
            .where("credentials.created_at", "<", account),
        ),
      ]),
    )
    .orderBy("hostport")
    .limit(500)
    .execute();
  return rows.map(({ hostport, proto, edge_id }) => {
    const colon = hostport.lastIndexOf(":");
    return {
      host: hostport.slice(0, colon).replace("*", "depot"),
      port: Number(hostport.slice(colon + 1)),
      proto,
      login: logins.has(edge_id),
      webSocket: webSockets.has(edge_id),
    };
  });
}
