import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { eventsQuery } from "#api/events.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { ActivityLink } from "./activity-link.tsx";
import { HappeningDetail } from "./happening-detail.tsx";
import { happeningsOf } from "./happenings.ts";

const SHOWN = 5;

type Props = {
  id: string;
  /** Of an edge: its routes’ changes are its own too; so are those of a policy’s rules. */
  of?: "object_id" | "edge_id" | "ip_policy_id";
};

/** The last changes of an object, and the way to all of them; nothing where the service has no event log. Import lazily. */
export function HistoryPanel({ id, of = "object_id" }: Props) {
  const query = useQuery(eventsQuery({ [of]: id }, SHOWN));
  if (query.data === null) return null;
  const events = query.data?.events ?? [];
  const all = happeningsOf(events, [], [], 0);
  const others = new Set(events.flatMap(({ event_id, object }) => (object["id"] === id ? [] : event_id)));
  const isKey = id.startsWith("ak_");
  const isRule = id.startsWith("ipr_");
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
        {all.map(({ key, at, who, did, noun, object, to, detail }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-1.5 last:border-0"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <strong>{who ?? "You"}</strong> {did}{" "}
              {!others.has(key) ? (
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
              <HappeningDetail
                text={detail && isRule && did !== "updated" ? `${detail} ${object}` : detail}
              />
            </span>
            <span className="flex-none text-xs text-content-muted">
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
