import { compileFilter } from "./cel/filter.ts";
import { type FieldFacts, TRAFFIC_KINDS } from "#contract/traffic/fields.ts";

type Fields = Readonly<Record<string, FieldFacts>>;
type Event = Readonly<Record<string, unknown>>;

export type EventFilterCheck =
  | {
      ok: true;
      /** Whether an event is sent: of its `object`. A comparison with a field that it does not have holds for nothing, nor does its opposite. */
      passes: (object: Event) => boolean;
    }
  | {
      ok: false;
      /** What is wrong and what to change, to follow "The filter". */
      message: string;
      /** The character of the text where the part that is wrong begins, from 0; absent where it is all of it. */
      at?: number;
    };

/** The fields of a kind that its filters may name. */
function filterableFields(type: string): Fields {
  return Object.fromEntries(
    Object.entries(TRAFFIC_KINDS[type] ?? {}).filter(([, { filterable }]) => filterable),
  );
}

/**
 * Checks the filter of a source: one expression in CEL over the filterable fields of its kind as `ev.…`, true or false, at most
 * 2,000 characters. The service, the console and whatever runs it read it here, so a filter that is wrong never runs. The
 * library is loaded with the first one. Never rejects but where it can’t be loaded.
 */
export async function checkEventFilter(type: string, text: string): Promise<EventFilterCheck> {
  const all = Object.hasOwn(TRAFFIC_KINDS, type) ? TRAFFIC_KINDS[type] : undefined;
  const usable = filterableFields(type);
  if (!all) return { ok: false, message: "is for traffic events only. Leave it out" };
  const [first] = Object.keys(usable);
  if (first === undefined)
    return { ok: false, message: `can’t be used: ${type} has no known fields. Leave it out` };
  const unusable = Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(usable, name)));
  const read = await compileFilter(text, usable, unusable, {
    typed: true,
    example: "ev.conn.server_port == 443",
  });
  return "fault" in read
    ? { ok: false, message: read.fault, ...(read.at !== undefined && { at: read.at }) }
    : { ok: true, passes: read.passes };
}
