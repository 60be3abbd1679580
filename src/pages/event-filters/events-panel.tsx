import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorNote } from "#components/error-note.tsx";
import type { Source } from "#filters/bench/messages.ts";
import { recentEvents } from "#filters/recent-events.ts";
import type { Bench } from "#filters/use-bench.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { Status } from "#ui/status.tsx";
import type { Pasted } from "./pasted-events.tsx";
import { Times } from "./times.tsx";

const PastedEvents = lazyPart(() => import("./pasted-events.tsx"), "PastedEvents");

const SOURCES: { value: Source; label: string }[] = [
  { value: "recent", label: "Recent" },
  { value: "pasted", label: "Pasted" },
];

type Props = { bench: Bench; kind: string; source: Source; onSource: (source: Source) => void };

/** Which events the filter runs against: the newest of the service, or some that are pasted. */
export function EventsPanel({ bench, kind, source, onSource }: Props) {
  // Kept while recent events are looked at.
  const [pasted, setPasted] = useState<Pasted>({ text: "", large: null });
  return (
    <Panel
      title="Events"
      actions={
        <Segmented label="Events from" options={SOURCES} value={source} onChange={onSource} size="sm" />
      }
    >
      <div className="grid min-w-0 gap-3 p-4">
        {source === "recent" ? (
          <Recent bench={bench} kind={kind} />
        ) : (
          <PastedEvents bench={bench} kind={kind} pasted={pasted} onPasted={setPasted} />
        )}
      </div>
    </Panel>
  );
}

function Recent({ bench: { load, tallies }, kind }: Pick<Props, "bench" | "kind">) {
  const { data, error, isFetching, refetch } = useQuery(recentEvents(kind));
  useEffect(() => {
    if (data) load("recent", kind, data.pages);
  }, [data, kind, load]);
  const tally = tallies.recent;
  if (error && !data) return <ErrorNote error={error} tried="load events" onRetry={() => void refetch()} />;
  if (data === null) return <Note>This service can’t list recent events. Paste some instead.</Note>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 flex-1 basis-40">
        {tally && !isFetching ? (
          <Times tally={tally} kind={kind} more={data?.more === true} />
        ) : (
          <Status tone="run">Loading events…</Status>
        )}
      </span>
      <Button size="sm" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
        Load newest
      </Button>
    </div>
  );
}
