import { websocketTcpConverterContract } from "#contract/modules/websocket-tcp-converter.ts";
import { defineModule } from "../define-module.ts";

/** The WebSocket to TCP conversion of an HTTPS edge route (api.md#websocket_tcp_converter): on or off. */
export const websocketTcpConverter = defineModule({
  contract: websocketTcpConverterContract,
  switch: {
    on: "WebSocket connections become TCP",
    off: "WebSocket connections pass as they are",
    hint: "For an upstream that speaks TCP and no WebSocket: clients connect with a WebSocket, the upstream sees the bytes. There is nothing else to set.",
  },
  fields: [],
  summary: (value) =>
    value["enabled"] === false ? "Off" : "Binary WebSocket frames reach the upstream as plain TCP",
});
