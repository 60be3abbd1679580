import type { LiveEdge } from "#contract/traffic/live-state.ts";
import { formatDuration } from "#ui/duration.ts";
import { counted, formatCount } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { SmallTable } from "./small-table.tsx";

type Limit = LiveEdge["rate_limits"][number];

/** A rate limit, and who has used how much of it. */
export function LiveLimit({ limit }: { limit: Limit }) {
  const { rule, name, by, capacity, window_seconds, keys, full, busiest } = limit;
  const left = keys - busiest.length;
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">
        {name ? `${name} · ${rule}` : rule}{" "}
        {full > 0 ? <Status tone="bad">{formatCount(full)} at the limit</Status> : null}
      </p>
      <p className="text-xs wrap-anywhere text-content-muted">
        Up to {counted(capacity, "request")} in {formatDuration(window_seconds)}
        {by.length > 0 ? (
          <>
            {" "}
            for each <code className="font-mono">{by.join(" and ")}</code>
          </>
        ) : null}
      </p>
      {keys === 0 ? (
        <p className="text-content-muted">No requests in the last {formatDuration(window_seconds)}</p>
      ) : (
        <SmallTable
          className="text-left text-xs [&_td]:pr-4 [&_th]:pr-4"
          heads={["Counted for", "Used", "Frees up in"]}
        >
          {busiest.map(({ key, used, frees_in }, index) => (
            <tr key={index} className="border-t border-line">
              <td className="wrap-anywhere">{keyText(key)}</td>
              <td className="whitespace-nowrap">
                {formatCount(used)} of {formatCount(capacity)}
              </td>
              <td className="whitespace-nowrap">{formatDuration(frees_in)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
      {left > 0 ? (
        <p className="text-xs text-content-muted">{formatCount(left)} more with fewer requests</p>
      ) : null}
    </div>
  );
}

const keyText = (key: readonly (string | null)[]): string =>
  key.length === 0 ? "All requests" : key.map((part) => part || "none").join(" · ");
