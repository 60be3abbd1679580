import type { Event, Principal } from "#contract/event.ts";
import type { EventRow } from "../store/events.ts";

/** An event as it is sent to destinations: what the API documents, no more (protocol-facts.md#events). */
export function sentEnvelope({ id, type, timestamp, principal, object }: EventRow, accountId: string): Event {
  return {
    event_id: id,
    event_type: type,
    event_timestamp: timestamp,
    account_id: accountId,
    principal: JSON.parse(principal) as Principal,
    object: JSON.parse(object) as Record<string, unknown>,
  };
}

/** The same as it is listed: with what an update changed. */
export function envelope(row: EventRow, accountId: string): Event {
  const { before } = row;
  return {
    ...sentEnvelope(row, accountId),
    ...(before !== null && { gatehouse: { before: JSON.parse(before) as Record<string, unknown> } }),
  };
}
