import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { randomId } from "#api/random-id.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { formatCount, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { percent } from "#ui/percent.ts";
import { Status } from "#ui/status.tsx";
import { onWorkedOut, type WorkedOut } from "./filter-back.ts";
import { recentEvents } from "./recent-events.ts";
import { SizePerDay } from "./size-per-day.tsx";
import { tryFilter } from "./try-filter.ts";
import { useBench } from "./use-bench.ts";

type Props = {
  kind: string;
  filter: string;
  /** Fields that are sent; none = all. */
  fields: readonly string[];
  /** From above 0 to 1; a text is none. */
  sample: number | string;
};

type TrialProps = Props & { onWorkedOut: (use: WorkedOut) => void };

/** What a source would send of the recent events, once it is asked for, and the way to more of it. */
export function SourceTrial({ onWorkedOut: take, ...props }: TrialProps) {
  const [open, setOpen] = useState(false);
  const [taken, setTaken] = useState(false);
  const [form] = useState(randomId);
  const { kind: type, ...chosen } = props;
  const more = tryFilter({ type, ...chosen }, form);
  const use = useEffectEvent((worked: WorkedOut) => {
    take(worked);
    setTaken(true);
  });
  useEffect(() => onWorkedOut(form, use), [form]);
  if (more === null) return null;
  return (
    <div className="grid min-w-0 gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {open ? null : (
          <Button size="sm" onClick={() => setOpen(true)}>
            Try on recent events
          </Button>
        )}
        {/* What was chosen here stays as it is. */}
        <a href={more} target="_blank" rel="noreferrer" className="link inline-flex min-h-6 items-center">
          Open in the workbench
        </a>
        <output className="text-xs text-content-muted">
          {taken ? "Filter taken from the workbench" : ""}
        </output>
      </span>
      {open ? <Outcome {...props} /> : null}
    </div>
  );
}

function Outcome({ kind, filter, fields, sample }: Props) {
  const { data, error, refetch } = useQuery(recentEvents(kind));
  const { load, run, tallies, ran, fault, broke } = useBench();
  const isLoaded = tallies.recent !== undefined;
  const chosen = fields.join(",");
  useEffect(() => {
    if (data) load("recent", kind, data.pages);
  }, [data, kind, load]);
  useEffect(() => {
    const kept = chosen.split(",").filter(Boolean);
    if (isLoaded) run({ source: "recent", kind, filter, fields: kept, listed: "kept", shown: 0 });
  }, [run, isLoaded, kind, filter, chosen]);
  if (broke !== null) return <Note tone="bad">Filters can’t run: {broke} Reload the page to try again.</Note>;
  if (error && !data) return <ErrorNote error={error} tried="load events" onRetry={() => void refetch()} />;
  if (data === null) return <Note>This service can’t list recent events. Paste some in the workbench.</Note>;
  if (!isLoaded) return <Status tone="run">Loading events…</Status>;
  if (fault) return <p className="text-content-muted">Correct the filter to see what it keeps.</p>;
  if (!ran) return <Status tone="run">Running the filter…</Status>;
  const { matched, total } = ran;
  return (
    <div className="grid min-w-0 gap-1">
      <output>
        <strong>
          {formatCount(matched)} of {formatCount(total)}
        </strong>{" "}
        recent {plural(total, "event")} {plural(matched, "matches", "match")}
        {total > 0 ? <span className="text-xs text-content-muted"> · {percent(matched / total)}</span> : null}
      </output>
      {typeof sample === "number" ? <SizePerDay ran={ran} share={sample} /> : null}
    </div>
  );
}
