import type { Tally } from "#filters/bench/messages.ts";
import { counted } from "#ui/format.ts";

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const timeOf = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : LOCAL.format(time);
};

/** How many events there are, and of what time. */
export function Times({ tally, kind, more = false }: { tally: Tally; kind: string; more?: boolean }) {
  const { count = 0, first = null, last = null } = tally.events[kind] ?? {};
  if (count === 0) return "No events of this type yet.";
  return (
    <>
      {more ? "The newest " : ""}
      {counted(count, "event")}
      {first !== null && last !== null ? (
        <span className="text-content-muted">
          {" "}
          from {timeOf(first)} to {timeOf(last)}
        </span>
      ) : null}
    </>
  );
}
