import { createServer, type RequestListener } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { Dial } from "#agent/data-link.ts";

/** What the demo's agents forward to: small sites of the freight company, in this process and on no port. */
export type DemoSites = { dial: Dial };

type Site = { title: string; paths: Readonly<Record<string, unknown>> };

const SHIPMENTS = [
  { id: "NW-20418", from: "Hamburg", to: "Oslo", status: "at sea" },
  { id: "NW-20421", from: "Rotterdam", to: "Bilbao", status: "loading" },
  { id: "NW-20433", from: "Gdansk", to: "Malmö", status: "delivered" },
];

const RECEIVED = { received: true };

/** By the port that a tunnel forwards to. A path that is not there is 404. */
const SITES: Readonly<Record<string, Site>> = {
  "8080": {
    title: "Shipments",
    paths: { "/": SHIPMENTS, "/shipments": SHIPMENTS, "/healthz": { ok: true } },
  },
  "9090": { title: "Status", paths: { "/": { status: "All systems work", queue: 12 } } },
  "8081": {
    title: "Freight API",
    paths: {
      "/": SHIPMENTS,
      "/v1/": { shipments: "/v1/shipments" },
      "/v1/shipments": SHIPMENTS,
      "/v2/": { rates: "/v2/rates" },
      "/v2/rates": [{ from: "Hamburg", to: "Oslo", pallet: "184.00 EUR" }],
      "/quote": { from: "Hamburg", to: "Oslo", pallets: 3, price: "552.00 EUR" },
      "/dispatch": { open: 4 },
      "/reports": { month: "October 2026", shipments: 1284, on_time: "97 %" },
      "/healthz": { ok: true },
    },
  },
  "7000": { title: "Webhooks", paths: { "/": RECEIVED, "/carriers/": RECEIVED, "/payments": RECEIVED } },
  "7100": { title: "Nightly batch", paths: { "/": { running: false, last: "02:00" } } },
  "8000": { title: "Dock", paths: { "/": { gate: 3, trucks: 2 } } },
  "3000": { title: "Work in progress", paths: { "/": { hello: "from a laptop" } } },
};

/** What a server that is no site says once it is asked, by the same ports. */
const SAID: Readonly<Record<string, string>> = {
  "22": "SSH-2.0-Northwind\r\n",
  "5432": "ERROR: this replica is a part of a demo\n",
  "6379": "+PONG\r\n",
};

/** Opens connections to the sites; what is no site refuses them, as a port does where nothing listens. */
export function createDemoSites(): DemoSites {
  const servers = new Map(
    Object.entries(SITES).map(([port, site]) => [
      port,
      createServer({ keepAliveTimeout: 30_000 }, answerOf(site)),
    ]),
  );
  return {
    dial: async (forwardsTo) => {
      const port = /:(\d+)$/.exec(forwardsTo)?.[1] ?? "";
      const [server, said] = [servers.get(port), SAID[port]];
      if (!server && said === undefined)
        throw Object.assign(new Error(`Nothing listens at ${forwardsTo}.`), { code: "ECONNREFUSED" });
      const [near, far] = duplexPair({ allowHalfOpen: true });
      if (server) server.emit("connection", socketLike(far));
      else far.once("data", () => far.write(said)).on("end", () => far.end());
      return near;
    },
  };
}

function answerOf({ title, paths }: Site): RequestListener {
  return (request, response) => {
    request.resume();
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const found = Object.hasOwn(paths, path);
    const content = found ? paths[path] : { error: "There is no such page." };
    const html = /\btext\/html\b/.test(request.headers.accept ?? "");
    const body = html ? page(title, content) : `${JSON.stringify(content)}\n`;
    response.writeHead(found ? 200 : 404, {
      "content-type": html ? "text/html; charset=utf-8" : "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}

/** All of the content is in this file: nothing in it needs escaping. */
function page(title: string, content: unknown): string {
  const rows = JSON.stringify(content, null, 2);
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title} · Northwind Freight</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui}` +
    `body{max-width:40rem;margin:10vh auto;padding:0 1.5rem}pre{overflow:auto}</style>` +
    `<h1>${title}</h1><p>Northwind Freight, a demo.</p><pre>${rows}</pre></html>\n`
  );
}

/** What a server of Node sets on its connections. */
function socketLike(stream: Duplex): Duplex {
  const same = (): Duplex => stream;
  return Object.assign(stream, {
    setTimeout: same,
    setNoDelay: same,
    setKeepAlive: same,
    ref: same,
    unref: same,
  });
}
