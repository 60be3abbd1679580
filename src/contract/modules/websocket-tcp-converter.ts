import * as z from "zod/mini";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** PUT …/websocket_tcp_converter (api.md#websocket_tcp_converter): on or off, nothing else. */
export const websocketTcpConverterContract = contract({
  kind: "websocket_tcp_converter",
  owners: ["route"],
  title: "WebSocket to TCP",
  purpose: "Convert WebSocket to TCP",
  group: "Traffic",
  role: "shape",
  readsTraffic: true,
  request: z.strictObject({ enabled: Enabled }),
  answer: z.looseObject({ enabled: EnabledAnswer }),
  example: { enabled: true },
});
