import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useMemo } from "react";
import { useActivity } from "#activity/use-activity.ts";
import type { EventWhere } from "#api/events.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { happeningsOf } from "#activity/happenings.ts";
import { eventCounts } from "#resources/event-counts.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/format.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { MenuButton } from "#ui/menu.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivityList } from "./activity-list.tsx";
import { exportEvents } from "./export-events.ts";
import { whereOf } from "./where.ts";

/** /activity: every change of the account as it happens, from what to what, and the way back. */
export function Component() {
  const [params] = useSearchParams();
  const where = whereOf(params);
  return <Activity key={JSON.stringify(where)} where={where} />;
}

function Activity({ where }: { where: EventWhere }) {
  const [, setParams] = useSearchParams();
  const { query, events, next, loadOlder, isAbsent } = useActivity(where);
  const { edges } = useKnownEdges();
  const kept = useQuery(eventCounts).data?.keptDays;
  const older = useAttempt();
  const saving = useAttempt();
  const happenings = useMemo(
    () => new Map(happeningsOf(events, [], edges ?? [], 0).map((one) => [one.key, one])),
    [events, edges],
  );
  const nameOf = (id: string) => {
    const newest = events.find(({ object }) => object["id"] === id);
    return newest && happenings.get(newest.event_id)?.object;
  };
  const isChosen = Object.keys(where).length > 0;
  const clear = isChosen ? <Button onClick={() => setParams({})}>Clear filters</Button> : undefined;
  const save = (format: "ndjson" | "csv") => void saving.attempt(() => exportEvents(where, format));
  if (isAbsent) return <NoLog />;
  return (
    <Page
      title="Activity"
      subtitle={
        <>
          Every change of settings: who, when, and what it was before.
          {kept ? ` Kept for ${counted(kept, "day")}.` : null}
        </>
      }
      crumbs={[{ label: "Activity" }]}
      freshness={<Freshness query={query} />}
      actions={
        events.length === 0 ? null : (
          <MenuButton
            label="Export"
            text={saving.busy ? "Exporting…" : "Export"}
            icon="download"
            items={[
              { label: "NDJSON, as delivered", icon: "download", onSelect: () => save("ndjson") },
              { label: "CSV, a row per change", icon: "download", onSelect: () => save("csv") },
            ]}
          />
        )
      }
    >
      <ActivityFilters where={where} nameOf={nameOf} />
      {saving.error === null ? null : <ErrorNote error={saving.error} tried="export the activity" />}
      {query.error ? (
        <>
          <ErrorNote error={query.error} tried="load the activity" onRetry={() => void query.refetch()} />
          {clear ? <div>{clear}</div> : null}
        </>
      ) : null}
      {query.isPending ? <SkeletonRows label="Loading the activity" /> : null}
      {query.data && events.length === 0 ? (
        <EmptyState title={isChosen ? "No change matches" : "No changes yet"} actions={clear}>
          <p>
            {isChosen
              ? "New changes that match appear here."
              : "Changes of keys, rules, edges and routes appear here as they happen."}
          </p>
        </EmptyState>
      ) : null}
      <ActivityList events={events} happenings={happenings} />
      {older.error === null ? null : <ErrorNote error={older.error} tried="load older changes" />}
      {next === null ? null : (
        <div>
          <Button busy={older.busy} onClick={() => void older.attempt(loadOlder)}>
            Load older
          </Button>
        </div>
      )}
    </Page>
  );
}

function NoLog() {
  return (
    <Page title="Activity" crumbs={[{ label: "Activity" }]}>
      <EmptyState title="This service can’t list changes">
        <p>It has no event log (GET /events).</p>
      </EmptyState>
    </Page>
  );
}
