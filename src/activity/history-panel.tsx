import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { eventsQuery } from "#api/events.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { ActivityLink } from "./activity-link.tsx";
import { burstsOf, type Burst } from "./bursts.ts";
import { FoldButton } from "./fold-button.tsx";
import { HappeningDetail } from "./happening-detail.tsx";
import { happeningsOf, type Happening } from "./happenings.ts";

const SHOWN = 5;
/** So many events are read of what has parts: a line may be a burst. */
const WITH_PARTS = 40;

type Props = {
  id: string;
  /** Of an edge: its routes’ changes are its own too; so are those of a policy’s rules. */
  of?: "object_id" | "edge_id" | "ip_policy_id";
};

/** The last changes of an object, and the way to all of them; nothing where the service has no event log. Import lazily. */
export function HistoryPanel({ id, of = "object_id" }: Props) {
  const query = useQuery(eventsQuery({ [of]: id }, of === "object_id" ? SHOWN : WITH_PARTS));
  if (query.data === null) return null;
  const events = query.data?.events ?? [];
  const others = new Set(events.flatMap(({ event_id, object }) => (object["id"] === id ? [] : event_id)));
  const bursts = burstsOf(happeningsOf(events, [], [], 0))
    // What was done to itself is told one by one.
    .flatMap((burst): Burst[] => (others.has(burst[0].key) ? [burst] : burst.map((one) => [one])))
    .slice(0, SHOWN);
  const isKey = id.startsWith("ak_");
  const isRule = id.startsWith("ipr_");
  const line = (one: Happening) => (
    <Line key={one.key} item={one} isOwn={!others.has(one.key)} isRule={isRule} />
  );
  return (
    <Panel
      title="History"
      footer={
        events.length === 0 && !isKey ? undefined : (
          <span className="flex flex-wrap gap-x-4">
            {events.length === 0 ? null : (
              <ActivityLink of={of} id={id}>
                {of === "ip_policy_id"
                  ? "All changes of this policy and its rules"
                  : id.startsWith("edghts_")
                    ? "All changes of this edge and its routes"
                    : "All its changes"}
              </ActivityLink>
            )}
            {isKey ? (
              <ActivityLink of="credential" id={id}>
                Everything this key did
              </ActivityLink>
            ) : null}
          </span>
        )
      }
    >
      {query.error ? (
        <div className="p-4">
          <ErrorNote error={query.error} tried="load its history" onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {query.isPending ? <SkeletonRows rows={2} label="Loading its history" /> : null}
      {query.data && !query.error && events.length === 0 ? (
        <p className="p-4 text-content-muted">No changes in the event log.</p>
      ) : null}
      <ol className="m-0">
        {bursts.map((burst) =>
          burst.length === 1 ? line(burst[0]) : <Folded key={burst.at(-1)?.key} burst={burst} line={line} />,
        )}
      </ol>
    </Panel>
  );
}

const LINE = "flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-1.5 last:border-0";

function When({ at }: { at: string }) {
  return (
    <span className="flex-none text-xs text-content-muted">
      <RelativeTime at={at} />
    </span>
  );
}

/** A burst as one line; a click shows each. */
function Folded({ burst, line }: { burst: Burst; line: (one: Happening) => ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <li className={LINE}>
        <span className="min-w-0 flex-1">
          <FoldButton {...{ burst, open, setOpen, id }} />
        </span>
        <When at={burst[0].at} />
      </li>
      {open ? (
        <li className="border-b border-line last:border-0">
          <ol id={id} className="m-0 bg-surface-sunken">
            {burst.map(line)}
          </ol>
        </li>
      ) : null}
    </>
  );
}

/** `isOwn` = it was done to what the panel is about; `isRule` = that is an IP rule. */
function Line({ item, isOwn, isRule }: { item: Happening; isOwn: boolean; isRule: boolean }) {
  const { at, who, did, noun, object, to, detail } = item;
  return (
    <li className={LINE}>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <strong>{who ?? "You"}</strong> {did}{" "}
        {isOwn ? (
          noun.one === "" ? (
            "it"
          ) : (
            `this ${noun.one}`
          )
        ) : (
          <>
            {noun.one}{" "}
            {to ? (
              <Link to={to} className="link">
                {object}
              </Link>
            ) : (
              object
            )}
          </>
        )}
        <HappeningDetail text={detail && isRule && did !== "updated" ? `${detail} ${object}` : detail} />
      </span>
      <When at={at} />
    </li>
  );
}
