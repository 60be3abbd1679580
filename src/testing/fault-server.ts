import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a fault server does with a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers what a test tells it to: a fault injector for the client, not a second API. */
export async function startFaultServer(first: Handler) {
  let handler = first;
  const seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "*, authorization");
      response.setHeader("access-control-expose-headers", "*");
      if (method === "OPTIONS") response.writeHead(204).end();
      else handler(request, response);
    });
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const port = await listen(0);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    seen,
    answerWith: (next: Handler) => {
      handler = next;
    },
    close,
    /** Listens again at the same address after `close`. */
    reopen: () => listen(port),
  };
}

/** A handler that answers JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A handler that answers text of another type. */
export function text(status: number, body: string, type = "text/html"): Handler {
  return (_, response) => response.writeHead(status, { "content-type": type }).end(body);
}
