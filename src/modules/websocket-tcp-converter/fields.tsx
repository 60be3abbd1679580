import { SwitchField } from "#forms/fields.tsx";

/** The form of the WebSocket to TCP converter. */
export function WebsocketTcpConverterFields() {
  return (
    <SwitchField
      name="enabled"
      label="Apply to traffic"
      hint="For an upstream that speaks TCP and no WebSocket: clients connect with a WebSocket, the upstream sees the bytes. There is nothing else to set."
      says={(on) =>
        on ? "On: WebSocket connections become TCP" : "Off: WebSocket connections pass as they are"
      }
    />
  );
}
