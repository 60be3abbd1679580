import { nest } from "#contract/traffic/nest.ts";
import { valueAt } from "./event-table.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a source sends of an event; `fields` = what it keeps of the payload, null = all. What has no envelope has none then. */
export function keptOf(text: string, fields: readonly string[] | null): Fields {
  const event = JSON.parse(text) as Fields;
  const isWrapped = "event_type" in event;
  const payload = isWrapped ? event["object"] : event;
  if (fields === null) return isWrapped ? withoutOwn(event) : event;
  const chosen = fields.flatMap((name) => {
    const value = valueAt(payload, name.split("."));
    return value === undefined ? [] : [[name, value] as const];
  });
  const object = nest(Object.fromEntries(chosen));
  return isWrapped ? { ...withoutOwn(event), object } : object;
}

/** What this service says besides is not sent. */
const withoutOwn = (event: Fields): Fields =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== "gatehouse"));
