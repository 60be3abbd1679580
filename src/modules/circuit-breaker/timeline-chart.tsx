import { cx } from "#ui/cx.ts";
import type { BreakerSettings } from "#contract/modules/breaker-window.ts";
import type { Simulation } from "./simulation.ts";
import { describeOutcome, slicesOf, formatTime, describeTransition, type Slice } from "./timeline-text.ts";

const COLUMNS = 120;
const ROWS = 20;
const TRANSITIONS_SHOWN = 8;
const HEIGHT = 72;
const BAND = 6;

/** What can become of a request, from the bottom of a bar to its top. */
const KINDS = [
  { of: "worked", column: "OK", name: "succeeded", fill: "fill-ok", mark: "bg-ok" },
  { of: "failed", column: "Failed", name: "failed", fill: "fill-danger", mark: "bg-danger" },
  {
    of: "blocked",
    column: "503",
    name: "blocked with 503",
    fill: "fill-line-strong",
    mark: "bg-line-strong",
  },
] as const;

/** A simulation as a chart, as a list of what happens when, and as a table. */
export function TimelineChart({
  settings,
  simulation,
}: {
  settings: BreakerSettings;
  simulation: Simulation;
}) {
  const { seconds, transitions } = simulation;
  const slices = slicesOf(seconds, COLUMNS);
  return (
    <figure className="m-0 flex min-w-0 flex-col gap-3">
      <figcaption aria-live="polite" className="font-strong">
        {describeOutcome(simulation, settings)}
      </figcaption>
      <div className="flex flex-col gap-1">
        <Chart slices={slices} />
        <div className="flex justify-between text-xs text-content-faint">
          <span>0 s</span>
          <span>{formatTime(seconds.length)}</span>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-content-muted">
          {KINDS.map(({ name, mark }) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={cx("size-2.5 rounded-sm", mark)} />
              {name}
            </li>
          ))}
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="h-1.5 w-4 rounded-sm bg-warning" />
            breaker open
          </li>
        </ul>
      </div>
      {transitions.length > 0 ? (
        <ol aria-label="What happens" className="flex flex-col gap-1">
          {transitions.slice(0, TRANSITIONS_SHOWN).map((transition) => (
            <li key={transition.at} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
              <span className="text-right text-content-muted">{formatTime(transition.at)}</span>
              <span>{describeTransition(transition, settings)}</span>
            </li>
          ))}
          {transitions.length > TRANSITIONS_SHOWN ? (
            <li className="text-content-muted">{transitions.length - TRANSITIONS_SHOWN} more</li>
          ) : null}
        </ol>
      ) : null}
      <details>
        <summary className="text-xs text-accent-text">Show as table</summary>
        <SliceTable slices={slicesOf(seconds, ROWS)} />
      </details>
      <p className="text-xs text-content-muted">
        Assumption: the window is checked after each failed request. After the tripped duration one request is
        let through, and the breaker closes if it succeeds.
      </p>
    </figure>
  );
}

/** Decoration for the words beside it: the caption, the list and the table say the same. */
function Chart({ slices }: { slices: Slice[] }) {
  const most = Math.max(1, ...slices.map(({ worked, failed, blocked }) => worked + failed + blocked));
  const scale = (HEIGHT - BAND - 2) / most;
  const bars = (of: (typeof KINDS)[number]["of"], index: number) =>
    slices.map((slice, x) => {
      const base = KINDS.slice(0, index).reduce((sum, below) => sum + slice[below.of], 0) * scale;
      const height = slice[of] * scale;
      return height > 0
        ? `M${x} ${(HEIGHT - base).toFixed(2)}v${(-height).toFixed(2)}h.88v${height.toFixed(2)}z`
        : "";
    });
  const open = slices.map((slice, x) => (slice.open ? `M${x} 0h1v${BAND - 2}h-1z` : "")).join("");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${slices.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-28 w-full rounded-sm bg-surface-sunken"
    >
      <path d={open} className="fill-warning" />
      {KINDS.map(({ of, fill }, index) => (
        <path key={of} d={bars(of, index).join("")} className={fill} />
      ))}
    </svg>
  );
}

function SliceTable({ slices }: { slices: Slice[] }) {
  const cell = "px-2 py-1 text-right";
  return (
    <div className="mt-2 max-w-full overflow-x-auto">
      <table className="w-full text-xs">
        <thead>
          <tr className="border-b border-line text-content-muted">
            {["From", "To", ...KINDS.map(({ column }) => column)].map((name) => (
              <th key={name} scope="col" className={cell}>
                {name}
              </th>
            ))}
            <th scope="col" className="px-2 py-1">
              Breaker
            </th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.from} className="border-b border-line">
              <td className={cell}>{formatTime(slice.from)}</td>
              <td className={cell}>{formatTime(slice.to)}</td>
              {KINDS.map(({ of }) => (
                <td key={of} className={cell}>
                  {slice[of]}
                </td>
              ))}
              <td className="px-2 py-1">{slice.open ? "open" : "closed"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
