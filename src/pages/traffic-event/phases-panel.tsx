import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { formatMs } from "#ui/amounts.ts";
import { cx } from "#ui/cx.ts";
import { Panel } from "#ui/panel.tsx";

type Phases = NonNullable<NonNullable<TrafficEvent["gatehouse"]>["phases"]>;
type Who = "Edge" | "Agent" | "App" | "Response";

const ROWS: { name: keyof Phases; label: string; who: Who }[] = [
  { name: "route", label: "Find route and agent", who: "Edge" },
  { name: "modules", label: "Run modules", who: "Edge" },
  { name: "agent", label: "Connect through agent", who: "Agent" },
  { name: "upstream", label: "Wait for app", who: "App" },
  { name: "body", label: "Send response", who: "Response" },
];

/** Told apart by their place and their words; the colour only supports them. */
const BARS: Record<Who, string> = {
  Edge: "bg-accent",
  Agent: "bg-line-strong",
  App: "bg-content-muted",
  Response: "bg-line-strong",
};

/**
 * Where the time of a request went, one after the other: what the edge took apart from what the app took. The handshake was
 * before it and is the connection's.
 */
export function PhasesPanel({ phases }: { phases: Phases }) {
  const shown = ROWS.flatMap(({ name, ...row }) => {
    const ms = phases[name];
    return ms === undefined ? [] : [{ name, ms, ...row }];
  });
  const until = (end: number) => shown.slice(0, end).reduce((sum, { ms }) => sum + ms, 0);
  const total = until(shown.length);
  const share = (ms: number) => (total === 0 ? 0 : (100 * ms) / total);
  const sums = (["Edge", "Agent", "App", "Response"] as const).flatMap((who) => {
    const own = shown.filter((row) => row.who === who);
    return own.length === 0 ? [] : `${who} ${formatMs(own.reduce((sum, { ms }) => sum + ms, 0))}`;
  });
  return (
    <Panel title="Timeline" count={sums.join(" · ")}>
      <ol className="grid gap-x-3 px-4 py-2 grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)_max-content]">
        {shown.map(({ name, label, who, ms }, index) => (
          <li key={name} className="col-span-3 grid grid-cols-subgrid items-center py-1">
            <span>{label}</span>
            <span aria-hidden="true" className="relative h-2 rounded-sm bg-surface-sunken">
              <span
                className={cx("absolute inset-y-0 min-w-0.5 rounded-sm", BARS[who])}
                style={{ left: `min(${share(until(index))}%, 100% - 2px)`, width: `${share(ms)}%` }}
              />
            </span>
            <span className="text-right text-content-muted">{formatMs(ms)}</span>
          </li>
        ))}
      </ol>
      {phases.tls === undefined ? null : (
        <p className="border-t border-line px-4 py-2 text-xs text-content-muted">
          Before the request: TLS handshake of its connection, {formatMs(phases.tls)}
        </p>
      )}
    </Panel>
  );
}
