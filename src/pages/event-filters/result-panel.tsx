import { memo } from "react";
import type { Listed, Ran, Source } from "#filters/bench/messages.ts";
import { SizePerDay } from "#filters/size-per-day.tsx";
import type { Bench } from "#filters/use-bench.ts";
import { formatMs } from "#ui/amounts.ts";
import { formatCount, plural } from "#ui/format.ts";
import { percent } from "#ui/percent.ts";
import { Panel } from "#ui/panel.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { ListedEvents } from "./listed-events.tsx";

const LISTED: { value: Listed; label: string }[] = [
  { value: "all", label: "All" },
  { value: "kept", label: "Kept" },
  { value: "dropped", label: "Dropped" },
];

type Props = {
  bench: Bench;
  kind: string;
  source: Source;
  /** Of the events that pass, from above 0 to 1. */
  share: number;
  listed: Listed;
  onListed: (listed: Listed) => void;
  onMore: () => void;
};

/** What a filter keeps of the events, by its parts and event by event. */
export function ResultPanel({
  bench: { ran, fault, tallies },
  kind,
  source,
  share,
  listed,
  onListed,
  onMore,
}: Props) {
  const tally = tallies[source];
  const isOfKind = fault === null && ran?.kind === kind && ran.source === source;
  // Before events are read, a filter is only checked, on none.
  const isWhole = tally && (ran?.total !== 0 || (tally.events[kind]?.count ?? 0) === 0);
  const own = isOfKind && isWhole ? ran : null;
  return (
    <Panel
      title="Result"
      actions={
        <Segmented label="Events to list" options={LISTED} value={listed} onChange={onListed} size="sm" />
      }
    >
      {own ? (
        <Result ran={own} share={share} onMore={onMore} />
      ) : (
        <p className="p-4 text-content-muted">
          {fault ? "Correct the filter to see what it keeps." : "Waiting for events…"}
        </p>
      )}
    </Panel>
  );
}

const Result = memo(function Result({ ran, share, onMore }: { ran: Ran; share: number; onMore: () => void }) {
  const { total, matched, parts, ms } = ran;
  return (
    <>
      <div className="grid min-w-0 gap-3 p-4">
        <output className="block">
          <strong className="text-base">
            {formatCount(matched)} of {formatCount(total)}
          </strong>{" "}
          {plural(total, "event")} {plural(matched, "matches", "match")}
          <span className="text-xs text-content-muted">
            {total > 0 ? ` · ${percent(matched / total)} · ${formatMs(ms)}` : null}
          </span>
        </output>
        <SizePerDay ran={ran} share={share} />
        {parts.length > 0 && total > 0 ? (
          <ol aria-label="Parts of the filter" className="m-0 grid min-w-0 gap-2">
            {parts.map(({ text, isFalse, failed, reason }, index) => (
              // The same part may be there twice.
              <li key={`${index} ${text}`} className="grid min-w-0 gap-x-3 text-xs">
                <code className="font-mono wrap-anywhere">
                  {index + 1}. {text}
                </code>
                <span className="text-content-muted">
                  True for {formatCount(total - isFalse - failed)}, false for {formatCount(isFalse)}
                  {failed > 0 ? `, no answer for ${formatCount(failed)}: ${reason}` : null}
                </span>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      <ListedEvents ran={ran} onMore={onMore} />
    </>
  );
});
