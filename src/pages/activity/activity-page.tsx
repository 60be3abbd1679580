import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useMemo, useState } from "react";
import { useActivity } from "#activity/use-activity.ts";
import { useThere } from "#activity/use-there.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { wrongIn } from "#components/time-range.ts";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
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
  const { query, events, next, loadOlder, isAbsent } = useActivity(where);
  const { edges } = useKnownEdges();
  const kept = useQuery(eventCounts).data?.keptDays;
  const saving = useAttempt();
  const here = JSON.stringify(where);
  const [saved, setSaved] = useState(here);
  const { policies } = usePolicyNames();
  const all = useMemo(() => happeningsOf(events, [], edges ?? [], 0, policies), [events, edges, policies]);
  const isThere = useThere(where, all);
  const happenings = new Map(all.map((one) => [one.key, isThere(one) ? one : { ...one, to: null }]));
  const nameOf = (id: string) => {
    const newest = events.find(({ object }) => object["id"] === id);
    return newest && happenings.get(newest.event_id)?.object;
  };
  const isChosen = Object.keys(where).length > 0;
  // What is said of times that can't be is said at them.
  const isWrong = wrongIn(where) !== undefined;
  const isOver = Date.parse(where.until ?? "") <= query.dataUpdatedAt;
  const save = (format: "ndjson" | "csv") => {
    setSaved(here);
    void saving.attempt(() => exportEvents(where, format));
  };
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
      <ActivityFilters where={where} events={events} nameOf={nameOf} />
      {saving.error === null || saved !== here ? null : (
        <ErrorNote error={saving.error} tried="export the activity" />
      )}
      {query.error && !isWrong ? (
        <ErrorNote error={query.error} tried="load the activity" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <SkeletonRows label="Loading the activity" /> : null}
      {query.data && events.length === 0 && !isWrong ? (
        <EmptyState title={isChosen ? "No change matches" : "No changes yet"}>
          <p>
            {isOver
              ? "Choose another time or clear filters."
              : isChosen
                ? "New changes that match appear here."
                : "Changes of keys, rules, edges and routes appear here as they happen."}
          </p>
        </EmptyState>
      ) : null}
      <ActivityList events={events} happenings={happenings} />
      {next === null ? null : <Older key={here} load={loadOlder} />}
    </Page>
  );
}

function Older({ load }: { load: () => Promise<void> }) {
  const { busy, error, attempt } = useAttempt();
  return (
    <>
      {error === null ? null : <ErrorNote error={error} tried="load older changes" />}
      <div>
        <Button busy={busy} onClick={() => void attempt(load)}>
          Load older
        </Button>
      </div>
    </>
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
