import type { Event } from "#contract/event.ts";
import type { FleetAction } from "#fleet/action.ts";
import { isSentHere } from "#fleet/sent-here.ts";

/** So long after a command was sent it is noted as accepted, in milliseconds. */
const NOTED_MS = 60_000;

/** Whether it is of a command that this browser sent, which tells more of it. */
export function isOfAction(
  { event_type, event_timestamp, object }: Event,
  actions: readonly FleetAction[],
): boolean {
  if (!event_type.startsWith("agent_command_")) return false;
  const at = Date.parse(event_timestamp);
  return actions.some(
    (action) =>
      isSentHere(action) &&
      action.kind === object["command"] &&
      action.sessionId === object["id"] &&
      Math.abs(at - action.sentAt) < NOTED_MS,
  );
}

/** Whether the log has no event of a command from here and gets none: it has those that agents accepted. */
export const isUnlogged = (action: FleetAction, events: readonly Event[]): boolean =>
  isSentHere(action) &&
  action.state.phase !== "sending" &&
  action.log.every(({ event }) => event !== "accepted") &&
  !events.some((event) => isOfAction(event, [action]));
