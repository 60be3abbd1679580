import { chosenFields } from "#contract/event-choice.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a source sends around the payload (decisions/delivery/sources.md). */
const ENVELOPE = ["event_id", "event_type", "event_timestamp", "account_id"];

/** What a source sends of an event; `fields` = what it keeps of the payload, none = all. What has no envelope gets none. */
export function keptOf(text: string, fields: readonly string[]): Fields {
  const event = JSON.parse(text) as Fields;
  const isWrapped = "event_type" in event;
  const payload = (isWrapped ? event["object"] : event) as Fields;
  const object = fields.length > 0 ? chosenFields(payload, fields) : payload;
  return isWrapped ? { ...chosenFields(event, ENVELOPE), object, principal: null } : object;
}
