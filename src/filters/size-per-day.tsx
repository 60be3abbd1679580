import { useQuery } from "@tanstack/react-query";
import type { Ran } from "./bench/messages.ts";
import { countOf, eventCounts } from "#resources/event-counts.ts";
import { formatBytes } from "#ui/amounts.ts";
import { formatCount } from "#ui/format.ts";
import { percent } from "#ui/percent.ts";
import { shareText } from "./share.ts";

type Props = {
  ran: Ran;
  /** Of the events that pass, from above 0 to 1. */
  share: number;
};

/** A rate with two digits: it was counted at another moment than the events beside it. */
const rounded = (count: number) => Number(count.toPrecision(2));

/** How many bytes a day are sent by a filter and a share, and how that is worked out; what is not known is said. */
export function SizePerDay({ ran: { kind, total, matched, bytes, source }, share }: Props) {
  const { data, isPending } = useQuery(eventCounts);
  if (total === 0) return null;
  if (bytes === null) return <p className="text-content-muted">Nothing to send: no event matches.</p>;
  const each = `${formatBytes(Math.round(bytes.mean))} each`;
  const day = countOf({ type: kind, written: true }, data);
  if (!day) {
    const why =
      day === 0
        ? "no such event in the last 24 hours"
        : data === null
          ? "since this service can’t count events"
          : "since the count could not be loaded";
    return (
      <p className="text-content-muted">
        {each}. Size per day: {isPending ? "loading the rate…" : `unknown, ${why}.`}
      </p>
    );
  }
  return (
    <p>
      About {formatBytes(Math.round((day * share * matched * bytes.mean) / total))} per day
      <span className="block text-xs text-content-muted">
        About {formatCount(rounded(day))} events of this type in the last 24 hours ×{" "}
        {percent(matched / total)} of the {source} ones that match
        {share < 1 ? ` × ${shareText(share)} % of those` : ""} × {each} as JSON, on average of{" "}
        {formatCount(bytes.of)}
      </span>
    </p>
  );
}
