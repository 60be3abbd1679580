import { Link } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import type { Happening } from "./recent.ts";

const SHOWN = 10;

type Props = {
  items: readonly Happening[];
  query: { error: unknown; isPending: boolean; refetch: () => unknown };
  /** Whether the service has a list of events. */
  hasList: boolean;
};

/** What happened: the service's audit events and this tab's commands. */
export function RecentPanel({ items, query, hasList }: Props) {
  return (
    <Panel
      title="Recent changes"
      footer={hasList ? undefined : "This service has no list of events: only what this tab did is shown."}
    >
      {query.error ? (
        <div className="p-4">
          <ErrorNote error={query.error} tried="read the events" onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {query.isPending ? <SkeletonRows rows={4} label="Loading events" /> : null}
      {items.length === 0 && !query.isPending && !query.error ? (
        <p className="p-4 text-content-muted">Nothing has been changed yet.</p>
      ) : null}
      <ol className="m-0">
        {items.slice(0, SHOWN).map((one) => (
          <Line key={one.key} item={one} />
        ))}
      </ol>
    </Panel>
  );
}

function Line({ item: { at, who, did, object, to, detail } }: { item: Happening }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-0">
      <span className="w-20 flex-none text-xs text-content-muted">
        <RelativeTime at={at} />
      </span>
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <strong>{who ?? "You"}</strong> {did}{" "}
        {to ? (
          <Link to={to} className="link">
            {object}
          </Link>
        ) : (
          object
        )}
      </span>
      <span className="text-xs wrap-anywhere text-content-muted">{detail}</span>
    </li>
  );
}
