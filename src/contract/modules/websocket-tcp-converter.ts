import * as z from "zod/mini";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** PUT …/websocket_tcp_converter (api.md#websocket_tcp_converter): on or off, nothing else. */
export const WebsocketTcpConverterRequest = z.strictObject({ enabled: Enabled });
export type WebsocketTcpConverterRequest = z.infer<typeof WebsocketTcpConverterRequest>;

export const WebsocketTcpConverter = z.looseObject({ enabled: EnabledAnswer });
export type WebsocketTcpConverter = z.infer<typeof WebsocketTcpConverter>;

export const websocketTcpConverterContract = contract<WebsocketTcpConverterRequest, WebsocketTcpConverter>({
  request: WebsocketTcpConverterRequest,
  answer: WebsocketTcpConverter,
  toAnswer: ({ enabled = true }) => ({ enabled }),
  example: { enabled: true },
});
