import { websocketTcpConverterContract } from "#contract/modules/websocket-tcp-converter.ts";
import { enabledCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { onOff } from "../kit/show.ts";

/** The WebSocket to TCP conversion of an HTTPS edge route (api.md#websocket_tcp_converter): on or off. */
export const websocketTcpConverter = defineModule({
  kind: "websocket_tcp_converter",
  contract: websocketTcpConverterContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "WebsocketTcpConverterFields"),
  fields: [{ name: "enabled", label: "Apply to traffic", codec: enabledCodec, show: onOff }],
  summary: (value) =>
    value["enabled"] === false ? "Off" : "Binary WebSocket frames reach the upstream as plain TCP",
});
