import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { AGENT_SUBPROTOCOL } from "#contract/agent-protocol.ts";
import { DATA_PATH } from "#contract/data-link.ts";
import { ApiProblem } from "../errors.ts";

export const AGENT_PATH = "/agent";

const SHUTTING_DOWN = new ApiProblem("shuttingDown", "The service is shutting down. Reconnect.");

/** Why an upgrade to a WebSocket is refused; null for an agent's. */
export function upgradeRefusal(request: IncomingMessage, closing: boolean): ApiProblem | null {
  if (closing) return SHUTTING_DOWN;
  if (pathOf(request) !== AGENT_PATH) {
    return new ApiProblem("pathUnknown", `Only ${AGENT_PATH} takes WebSocket connections.`);
  }
  // Agents send none, browsers always do: no page may hold a tunnel.
  if (request.headers.origin !== undefined)
    return new ApiProblem("originRefused", `${AGENT_PATH} is for agents, not for web pages.`);
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (offered.includes(AGENT_SUBPROTOCOL)) return null;
  return new ApiProblem("requestUnreadable", `This service speaks the subprotocol ${AGENT_SUBPROTOCOL}.`);
}

/** Why an upgrade to a data link is refused whatever its ticket; null for one that may be an agent's. */
export function dataRefusal(request: IncomingMessage): ApiProblem | null {
  if (pathOf(request) !== DATA_PATH)
    return new ApiProblem("pathUnknown", `Only ${DATA_PATH} takes data links.`);
  if (request.headers.origin === undefined) return null;
  return new ApiProblem("originRefused", `${DATA_PATH} is for agents, not for web pages.`);
}

const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?")[0] ?? "";

/**
 * An offer to speak another protocol, such as h2c, may be ignored (RFC 9110 §7.8), but Node hands over every one once
 * somebody listens. The request goes back to the server as it came, without the offer.
 */
export function withoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const raw = request.rawHeaders;
  const lines = raw.flatMap((name, index) =>
    index % 2 === 0 && !["upgrade", "connection", "http2-settings"].includes(name.toLowerCase())
      ? [`${name}: ${raw[index + 1]}`]
      : [],
  );
  const start = `${request.method} ${request.url} HTTP/${request.httpVersion}`;
  socket.unshift(Buffer.concat([Buffer.from(`${[start, ...lines].join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
