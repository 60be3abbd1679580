import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { formatCount } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { countBy } from "./counts.ts";

type Props = {
  /** The facet of the sessions page that a bar chooses. */
  id: string;
  title: string;
  rows: readonly TunnelSession[];
  valueOf: (row: TunnelSession) => string;
};

/** How many agents have each value; a bar leads to those sessions. */
export function CountsPanel({ id, title, rows, valueOf }: Props) {
  const { bars, more } = countBy(rows, valueOf);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <Panel title={title}>
      <ul className="m-0 grid p-2">
        {bars.map(({ value, count }) => (
          <li key={value}>
            <Link
              to={href.sessions(`?${new URLSearchParams({ [id]: value })}`)}
              className="grid h-control-sm grid-cols-[6rem_minmax(0,1fr)_2.5rem] items-center gap-2 rounded-sm px-2 text-xs hover:bg-surface-hover"
            >
              <span className="truncate" title={value}>
                {value || "none"}
              </span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
                <rect width={100} height={8} className="fill-surface-sunken" />
                <rect width={(100 * count) / most} height={8} className="fill-content-faint" />
              </svg>
              <span className="text-right text-content-muted">{formatCount(count)}</span>
            </Link>
          </li>
        ))}
        {more.values > 0 ? (
          <li className="px-2 py-1 text-xs text-content-muted">
            {formatCount(more.count)} of {formatCount(more.values)} others
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}
