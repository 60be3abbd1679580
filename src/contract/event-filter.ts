import { compileFilter } from "./cel/filter.ts";
import { rulesOf } from "./event-filter-fault.ts";

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

/**
 * Checks the filter of a source, as {@link eventFilterFault} does, and makes it ready to run: the service, and whatever runs it,
 * read it here. The whole library is loaded with the first one. Never rejects but where it can’t be loaded.
 */
export async function checkEventFilter(type: string, text: string): Promise<EventFilterCheck> {
  const given = rulesOf(type);
  if ("fault" in given) return { ok: false, message: given.fault };
  const { usable, unusable, rules } = given;
  const read = await compileFilter(text, usable, unusable, rules);
  return "fault" in read
    ? { ok: false, message: read.fault, ...(read.at !== undefined && { at: read.at }) }
    : { ok: true, passes: read.passes };
}
