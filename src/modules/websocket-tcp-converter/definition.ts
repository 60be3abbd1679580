import { websocketTcpConverterContract } from "#contract/modules/websocket-tcp-converter.ts";
import { defineModule } from "../define-module.ts";

/** The WebSocket to TCP conversion of an HTTPS edge route (api.md#websocket_tcp_converter): on or off. */
export const websocketTcpConverter = defineModule({
  contract: websocketTcpConverterContract,
  switch: {
    on: "WebSocket connections become TCP",
    off: "WebSocket connections are unchanged",
    hint: "For apps that speak TCP but not WebSocket. Clients connect with a WebSocket, and the app gets plain bytes.",
  },
  fields: [],
  summary: () => "Converts WebSocket connections to TCP",
});
