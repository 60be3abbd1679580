import { useId, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Event } from "#contract/event.ts";
import { burstsOf, burstText, type Burst } from "#activity/bursts.ts";
import { HappeningDetail } from "#activity/happening-detail.tsx";
import type { Happening } from "#activity/happenings.ts";
import { groupBy } from "#resources/group-by.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { timeOfDay, dayOf } from "#ui/time.tsx";

const EventDetail = lazyPart(() => import("#activity/event-detail.tsx"), "EventDetail");

type Happenings = ReadonlyMap<string, Happening>;

/** Events day by day, the newest first; each opens, and so does a burst of them (decisions/console/recent-changes.md). */
export function ActivityList({ events, happenings }: { events: readonly Event[]; happenings: Happenings }) {
  const days = groupBy(events, ({ event_timestamp: at }) => dayOf(new Date(at)));
  const byId = new Map(events.map((event) => [event.event_id, event]));
  const line = (happening: Happening) => {
    const event = byId.get(happening.key);
    return event ? <Line key={happening.key} event={event} happening={happening} /> : null;
  };
  return [...days].map(([day, those]) => (
    <section key={day} aria-label={day} className="min-w-0">
      <h2 className="pb-1 text-xs font-normal text-content-muted">{day}</h2>
      <ol className="m-0 rounded-md border border-line bg-surface-raised">
        {burstsOf(those.flatMap(({ event_id }) => happenings.get(event_id) ?? [])).map((burst) =>
          burst.length === 1 ? (
            line(burst[0])
          ) : (
            // By its first event: newer ones join it.
            <Folded key={burst.at(-1)?.key} burst={burst} line={line} />
          ),
        )}
      </ol>
    </section>
  ));
}

const ROW = "relative flex flex-wrap items-baseline gap-x-3 px-4 py-1.5 hover:bg-surface-hover";

type OpenerProps = { label: string; at: string; open: boolean; setOpen: (open: boolean) => void; id: string };

/** The time of a line, which opens what is under it, wherever the line is clicked. */
function Opener({ label, at, open, setOpen, id }: OpenerProps) {
  const when = new Date(at);
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      aria-label={label}
      onClick={() => setOpen(!open)}
      className="flex min-h-6 w-24 flex-none items-center gap-1 rounded-sm text-xs text-content-muted after:absolute after:inset-0 hover:text-content"
    >
      <Icon name={open ? "down" : "right"} size={12} />
      <time dateTime={when.toISOString()}>{timeOfDay(when)}</time>
    </button>
  );
}

function Folded({ burst, line }: { burst: Burst; line: (one: Happening) => ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [{ who, at }] = burst;
  return (
    <li className="border-b border-line last:border-0">
      <div className={ROW}>
        <Opener label={`Show all: ${burstText(burst)}`} {...{ at, open, setOpen, id }} />
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
          <strong>{who ?? "You"}</strong> {burstText(burst)}
        </span>
      </div>
      {open ? (
        <ol id={id} className="m-0 border-t border-line bg-surface-sunken">
          {burst.map(line)}
        </ol>
      ) : null}
    </li>
  );
}

function Line({ event, happening }: { event: Event; happening: Happening }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { who, did, noun, object, to, detail, at } = happening;
  return (
    <li className="border-b border-line last:border-0">
      <div className={ROW}>
        <Opener label={`Details of ${did} ${noun.one} ${object}`} {...{ at, open, setOpen, id }} />
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
          <strong>{who ?? "You"}</strong> {did} {noun.one}{" "}
          {to ? (
            <Link to={to} className="link relative">
              {object}
            </Link>
          ) : (
            object
          )}
          <HappeningDetail text={detail} />
        </span>
      </div>
      {open ? (
        <div id={id} className="border-t border-line bg-surface-sunken px-4 py-3">
          <EventDetail event={event} happening={happening} />
        </div>
      ) : null}
    </li>
  );
}
