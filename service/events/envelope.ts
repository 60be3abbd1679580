import type { Event, Principal } from "#contract/event.ts";
import type { EventRow } from "../store/events.ts";

/** An event as it is delivered (protocol-facts.md#events). */
export function envelope({ id, type, timestamp, principal, object }: EventRow, accountId: string): Event {
  return {
    event_id: id,
    event_type: type,
    event_timestamp: timestamp,
    account_id: accountId,
    principal: JSON.parse(principal) as Principal,
    object: JSON.parse(object) as Record<string, unknown>,
  };
}
