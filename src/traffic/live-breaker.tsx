import type { LiveEdge } from "#contract/traffic/live-state.ts";
import { formatDuration } from "#ui/duration.ts";
import { counted, formatCount } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { RelativeTime, useTimed } from "#ui/time.tsx";
import { Clock } from "./clock.tsx";
import { SmallChart, type Mark } from "./small-chart.tsx";
import { EMPTY_SLOT, type Slot } from "./slots.ts";
import { SmallTable } from "./small-table.tsx";

type Breaker = NonNullable<LiveEdge["circuit_breaker"]>;

const STATES = {
  closed: { tone: "ok", word: "Not tripped" },
  open: { tone: "bad", word: "Tripped" },
  half_open: { tone: "warn", word: "Half open" },
} as const;
const MARKS: readonly Mark[] = [
  { of: "requests", label: "Requests", className: "text-content-faint" },
  { of: "errors", label: "Errors", className: "text-danger" },
];

/** A circuit breaker as it is now, and the window that it decides by. */
export function LiveBreaker({ breaker }: { breaker: Breaker }) {
  const { state, since, settings } = breaker;
  const { tone, word } = STATES[state];
  const slots = slotsOf(breaker);
  const requests = slots.reduce((sum, slot) => sum + slot.requests, 0);
  const errors = slots.reduce((sum, slot) => sum + slot.errors, 0);
  const share = requests === 0 ? "" : ` (${percent(errors / requests)})`;
  const told = `${counted(requests, "request")}, ${counted(errors, "error")}${share}`;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="grid gap-2">
        <p className="flex flex-wrap gap-x-2">
          <Status tone={tone}>
            {word}
            {state === "closed" ? null : (
              <>
                {" "}
                for <RelativeTime at={since} suffix="" />
              </>
            )}
          </Status>
          <span className="text-content-muted">
            <Outcome breaker={breaker} />
          </span>
        </p>
        <p className="text-xs text-content-muted">
          Trips at {percent(settings.error_threshold_percentage)} errors, from{" "}
          {counted(settings.volume_threshold, "request")} in {formatDuration(settings.rolling_window)}
        </p>
      </div>
      <div className="grid gap-2">
        <SmallChart
          title={`Last ${formatDuration(settings.rolling_window)}`}
          total={told}
          label={told}
          draw="bars"
          marks={MARKS}
          format={formatCount}
          slots={slots}
        />
        {requests > 0 ? (
          <details className="text-xs">
            <summary className="w-fit leading-6 text-content-muted">Show as table</summary>
            <WindowTable slots={slots} />
          </details>
        ) : null}
      </div>
    </div>
  );
}

function Outcome({ breaker: { state, tries_at } }: { breaker: Breaker }) {
  const left = useTimed((now) => Math.max(0, Math.ceil((Date.parse(tries_at ?? "") - now) / 1000)) || 0);
  if (state === "closed") return "It holds no requests back.";
  if (state === "half_open") return "One request tries the app.";
  return `Requests get 503. The app is tried again ${left > 0 ? `in ${formatDuration(left)}` : "now"}.`;
}

function slotsOf({ settings, window_until, requests, errors }: Breaker): Slot[] {
  const bucketMs = (settings.rolling_window * 1000) / Math.max(1, settings.num_buckets);
  const until = Date.parse(window_until);
  return requests.map((count, index) => ({
    ...EMPTY_SLOT,
    at: until - (requests.length - index) * bucketMs,
    requests: count,
    errors: errors[index] ?? 0,
  }));
}

const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

function WindowTable({ slots }: { slots: readonly Slot[] }) {
  return (
    <SmallTable
      className="text-right [&_td]:pr-4 [&_th]:pr-4 [&_th]:text-right"
      heads={["Time", "Requests", "Errors"]}
    >
      {slots
        .filter(({ requests }) => requests > 0)
        .toReversed()
        .map(({ at, requests, errors }) => (
          <tr key={at} className="border-t border-line">
            <td>
              <Clock at={at} />
            </td>
            <td>{formatCount(requests)}</td>
            <td>{formatCount(errors)}</td>
          </tr>
        ))}
    </SmallTable>
  );
}
