import { websocketTcpConverterContract } from "#contract/modules/websocket-tcp-converter.ts";
import { compiled } from "./compiled.ts";
import type { Guard } from "./guard.ts";

const read = compiled(websocketTcpConverterContract, (request) => request);

/** Lets in who asks for a WebSocket, the only thing that ../websocket-tcp.ts converts. */
export const websocketTcpConverter: Guard = (stored, { request }) => {
  read(stored);
  const { connection = "", upgrade = "" } = request?.headers ?? {};
  const tokens = connection.split(",").map((token) => token.trim().toLowerCase());
  return request?.method === "GET" && tokens.includes("upgrade") && upgrade.toLowerCase() === "websocket"
    ? { verdict: "allow", reason: "WebSocket request" }
    : { verdict: "block", reason: "Not a WebSocket request", refusal: "webSocketNeeded" };
};
