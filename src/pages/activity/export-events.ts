import { changesOf } from "#activity/changes-of.ts";
import { Refusal } from "#api/errors.ts";
import { fetchEvents, type EventWhere } from "#api/events.ts";
import type { Event } from "#contract/event.ts";
import { labelOf } from "#editing/value-text.ts";
import { toCsv } from "#table/export.ts";
import { counted } from "#ui/format.ts";
import { saveFile } from "#ui/save-file.ts";

/** More than this many events would fill the page's memory. */
const MOST = 50_000;

/** Has `save` take every event for which `where` holds, newest first: as delivered, or a row for each field that changed. */
export async function exportEvents(
  where: EventWhere,
  format: "ndjson" | "csv",
  save = saveFile,
): Promise<void> {
  const events: Event[] = [];
  for (let before: string | null | undefined; before !== null;) {
    const page = await fetchEvents(where, before ?? null);
    events.push(...(page?.events ?? []));
    before = page?.next ?? null;
    if (events.length > MOST)
      throw new Refusal(`More than ${counted(MOST, "change")} match. Choose a shorter time and try again.`);
  }
  if (format === "ndjson")
    save("activity.ndjson", "application/x-ndjson", events.map((one) => `${JSON.stringify(one)}\n`).join(""));
  else save("activity.csv", "text/csv", toCsv(events.flatMap(rowsOf)));
}

/** An event as rows, one for each field that changed; one row at least. */
export function rowsOf(event: Event) {
  const { event_id, event_type, event_timestamp, principal, object } = event;
  const said = {
    time: event_timestamp,
    event_type,
    object_id: object["id"],
    by: principal?.subject ?? principal?.id,
    key_id: principal?.credential?.id,
    event_id,
  };
  const changes = changesOf(event).flatMap(({ title, definition, changes: those }) =>
    those.map(({ path, from, to }) => ({
      field: [title, labelOf(definition, path)].filter(Boolean).join(" · "),
      from,
      to,
    })),
  );
  return changes.length === 0 ? [said] : changes.map((change) => ({ ...said, ...change }));
}
