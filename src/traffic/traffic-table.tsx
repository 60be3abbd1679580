import { formatBytes, formatMs } from "#ui/amounts.ts";
import { capital, formatCount } from "#ui/format.ts";
import { Clock } from "./clock.tsx";
import type { Slot } from "./slots.ts";
import { SmallTable } from "./small-table.tsx";

const ms = (value: number | null) => (value === null ? "–" : formatMs(value));

/** What the charts show, as text: the buckets with traffic, the newest first. */
export function TrafficTable({ slots, noun }: { slots: readonly Slot[]; noun: string }) {
  const rows = slots.filter(({ requests }) => requests > 0).toReversed();
  return (
    <SmallTable
      className="w-full text-right md:whitespace-nowrap max-md:[&_time]:whitespace-normal [&_th]:text-right max-md:[&_tr>*]:px-0.5 max-md:[&_tr>:nth-child(n+7)]:hidden"
      heads={["Time", capital(`${noun}s`), "Errors", "Refused", "p50", "p95", "p99", "App p50", "Bytes"]}
    >
      {rows.map(({ at, requests, errors, refused, p50, p95, p99, app, bytes }) => (
        <tr key={at} className="border-t border-line">
          <td>
            <Clock at={at} />
          </td>
          <td>{formatCount(requests)}</td>
          <td>{formatCount(errors)}</td>
          <td>{formatCount(refused)}</td>
          <td>{ms(p50)}</td>
          <td>{ms(p95)}</td>
          <td>{ms(p99)}</td>
          <td>{ms(app)}</td>
          <td>{formatBytes(bytes)}</td>
        </tr>
      ))}
    </SmallTable>
  );
}
