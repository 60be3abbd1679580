import { TRAFFIC_KINDS } from "#contract/traffic/fields.ts";
import type { ErrorName, Issue } from "./error.ts";
import { checkEventFilter } from "./event-filter.ts";
import { type EventSourceUpdate, isChoosable } from "./event-source.ts";
import { nearest } from "./nearest.ts";

/** A fault of a source, and the code it is answered with. */
export type SourceFault = Issue & { problem: Extract<ErrorName, "valueInvalid" | "filterInvalid"> };

/**
 * What is wrong with what is to be sent of a kind of event, by the source’s own fields; nothing where none is given. The
 * service and the console ask here.
 */
export async function sourceFaults(type: string, source: EventSourceUpdate): Promise<SourceFault[]> {
  const faults: SourceFault[] = [];
  const invalid = (path: Issue["path"], message: string): void =>
    void faults.push({ path, message, problem: "valueInvalid" });
  if (!isChoosable(type)) {
    const given = (["fields", "filter", "sample"] as const).filter((name) => (source[name] ?? null) !== null);
    for (const name of given)
      invalid([name], "is for traffic events only: audit events are sent in full. Leave it out");
    return faults;
  }
  const known = Object.keys(TRAFFIC_KINDS[type] ?? {});
  source.fields?.forEach((name, i) => {
    if (source.fields?.indexOf(name) !== i) invalid(["fields", i], "is in the list already. Remove it");
    if (known.includes(name)) return;
    const near = nearest(name, known) ?? known[0];
    const instead = near === undefined ? "Its fields are not known" : `Example: ${near}`;
    invalid(["fields", i], `must be a field of ${type}; ${name.slice(0, 64)} is none. ${instead}`);
  });
  if ((source.filter ?? "") !== "") {
    const check = await checkEventFilter(type, source.filter ?? "");
    if (!check.ok) faults.push({ path: ["filter"], message: check.message, problem: "filterInvalid" });
  }
  return faults;
}
