import { useQuery } from "@tanstack/react-query";
import { eventsQuery } from "#api/events.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { ActivityLink } from "./activity-link.tsx";
import { happeningsOf } from "./happenings.ts";

const SHOWN = 5;

/** The last changes of an object, and the way to all of them; nothing where the service has no event log. Import lazily. */
export function HistoryPanel({ id }: { id: string }) {
  const query = useQuery(eventsQuery({ object_id: id }, SHOWN));
  if (query.data === null) return null;
  const events = query.data?.events ?? [];
  const all = happeningsOf(events, [], [], 0);
  const isKey = id.startsWith("ak_");
  return (
    <Panel
      title="History"
      footer={
        events.length === 0 && !isKey ? undefined : (
          <span className="flex flex-wrap gap-x-4">
            {events.length === 0 ? null : <ActivityLink of="object_id" id={id} />}
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
        {all.map(({ key, at, who, did, noun, detail }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-1.5 last:border-0"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <strong>{who ?? "You"}</strong> {did} {noun.one === "" ? "it" : `this ${noun.one}`}
              {detail ? <span className="text-xs text-content-muted"> {detail}</span> : null}
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
