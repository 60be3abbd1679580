import type { FleetAction } from "#fleet/action.ts";
import { leftWords, type Said } from "#fleet/action-text.ts";
import type { Departure } from "#fleet/departures.ts";
import { Status } from "#ui/status.tsx";

/** Whether it is online, else how it left. */
export function Presence(props: {
  online: boolean;
  departure: Departure | undefined;
  actions: readonly FleetAction[];
}) {
  const { online, departure, actions } = props;
  if (online) return <Status tone="ok">Online</Status>;
  const { tone, text }: Said = departure ? leftWords(departure, actions) : { tone: "off", text: "Offline" };
  return <Status tone={tone}>{text}</Status>;
}
