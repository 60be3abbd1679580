import { formatBytes, formatMs } from "#ui/amounts.ts";
import { formatCount } from "#ui/format.ts";
import { Clock } from "./clock.tsx";
import type { Slot } from "./slots.ts";

const ms = (value: number | null) => (value === null ? "–" : formatMs(value));

/** What the charts show, as text: the buckets with traffic, the newest first. */
export function TrafficTable({ slots }: { slots: readonly Slot[] }) {
  const rows = slots.filter(({ requests }) => requests > 0).toReversed();
  return (
    <table className="w-full text-right md:whitespace-nowrap max-md:[&_time]:whitespace-normal [&_td]:p-1 [&_th]:p-1 [&_th]:text-right [&_th]:text-content-muted max-md:[&_tr>:nth-child(n+7)]:hidden">
      <thead>
        <tr>
          {["Time", "Requests", "Errors", "p50", "p95", "p99", "App p50", "Bytes"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, requests, errors, p50, p95, p99, app, bytes }) => (
          <tr key={at} className="border-t border-line">
            <td>
              <Clock at={at} />
            </td>
            <td>{formatCount(requests)}</td>
            <td>{formatCount(errors)}</td>
            <td>{ms(p50)}</td>
            <td>{ms(p95)}</td>
            <td>{ms(p99)}</td>
            <td>{ms(app)}</td>
            <td>{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
