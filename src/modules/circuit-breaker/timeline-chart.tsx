import { cx } from "#ui/cx.ts";
import type { BreakerSettings, Simulation } from "./simulation.ts";
import { outcomeWords, slicesOf, timeWords, turnWords, type Slice } from "./timeline-text.ts";

const COLUMNS = 120;
const ROWS = 20;
const TURNS_SHOWN = 8;
const HEIGHT = 72;
const BAND = 6;

const KINDS = [
  { name: "reached the upstream and worked", fill: "fill-ok", mark: "bg-ok" },
  { name: "failed", fill: "fill-danger", mark: "bg-danger" },
  { name: "answered 503", fill: "fill-line-strong", mark: "bg-line-strong" },
] as const;

/** A simulation as a chart, as a list of what happens when, and as a table. */
export function TimelineChart({
  settings,
  simulation,
}: {
  settings: BreakerSettings;
  simulation: Simulation;
}) {
  const { seconds, turns } = simulation;
  const slices = slicesOf(seconds, COLUMNS);
  return (
    <figure className="m-0 flex min-w-0 flex-col gap-3">
      <figcaption aria-live="polite" className="font-strong">
        {outcomeWords(simulation, settings)}
      </figcaption>
      <div className="flex flex-col gap-1">
        <Chart slices={slices} />
        <div className="flex justify-between text-xs text-content-faint">
          <span>0 s</span>
          <span>{timeWords(seconds.length)}</span>
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
      {turns.length > 0 ? (
        <ol aria-label="What happens" className="flex flex-col gap-1">
          {turns.slice(0, TURNS_SHOWN).map((turn) => (
            <li key={turn.at} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
              <span className="text-right text-content-muted">{timeWords(turn.at)}</span>
              <span>{turnWords(turn, settings)}</span>
            </li>
          ))}
          {turns.length > TURNS_SHOWN ? (
            <li className="text-content-muted">And {turns.length - TURNS_SHOWN} more.</li>
          ) : null}
        </ol>
      ) : null}
      <details>
        <summary className="text-xs text-accent-text">The same as a table</summary>
        <SliceTable slices={slicesOf(seconds, ROWS)} />
      </details>
      <p className="text-xs text-content-muted">
        The spec names the settings, not how they act. Assumed: each failed request is followed by a look at
        the window; after the tripped duration the next request is a probe, which closes the breaker when it
        works.
      </p>
    </figure>
  );
}

/** Decoration for the words beside it: the caption, the list and the table say the same. */
function Chart({ slices }: { slices: Slice[] }) {
  const most = Math.max(1, ...slices.map(({ reached, blocked }) => reached + blocked));
  const scale = (HEIGHT - BAND - 2) / most;
  const bars = (from: (slice: Slice) => number, to: (slice: Slice) => number) =>
    slices
      .map((slice, x) => {
        const height = (to(slice) - from(slice)) * scale;
        return height > 0
          ? `M${x} ${(HEIGHT - from(slice) * scale).toFixed(2)}v${(-height).toFixed(2)}h.88v${height.toFixed(2)}z`
          : "";
      })
      .join("");
  const worked = ({ reached, errors }: Slice) => reached - errors;
  const paths = [
    bars(() => 0, worked),
    bars(worked, ({ reached }) => reached),
    bars(
      ({ reached }) => reached,
      ({ reached, blocked }) => reached + blocked,
    ),
  ];
  const open = slices.map((slice, x) => (slice.open ? `M${x} 0h1v${BAND - 2}h-1z` : "")).join("");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${slices.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-28 w-full rounded-sm bg-surface-sunken"
    >
      <path d={open} className="fill-warning" />
      {KINDS.map(({ name, fill }, index) => (
        <path key={name} d={paths[index]} className={fill} />
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
            {["From", "To", "Worked", "Failed", "503"].map((name) => (
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
          {slices.map(({ from, to, reached, errors, blocked, open }) => (
            <tr key={from} className="border-b border-line">
              <td className={cell}>{timeWords(from)}</td>
              <td className={cell}>{timeWords(to)}</td>
              <td className={cell}>{reached - errors}</td>
              <td className={cell}>{errors}</td>
              <td className={cell}>{blocked}</td>
              <td className="px-2 py-1">{open ? "open" : "closed"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
