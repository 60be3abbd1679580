import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { isAbsent } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { href } from "#resources/paths.ts";
import { trafficMetrics, type BucketName, type CountedBy } from "#resources/traffic.ts";
import { formatBytes, formatMs } from "#ui/amounts.ts";
import { ButtonLink } from "#ui/button.tsx";
import { capital, counted, formatCount } from "#ui/format.ts";
import { percent } from "#ui/percent.ts";
import { Panel } from "#ui/panel.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { SmallChart, type Mark } from "./small-chart.tsx";
import { slotsOf, type Slot } from "./slots.ts";
import { TrafficTable } from "./traffic-table.tsx";

const RANGES: { value: BucketName; label: string; words: string }[] = [
  { value: "10s", label: "10 min", words: "last 10 minutes" },
  { value: "1m", label: "1 h", words: "last hour" },
  { value: "1h", label: "60 h", words: "last 60 hours" },
];

const REQUESTS: readonly Mark[] = [{ of: "requests", label: "Requests", className: "text-content-faint" }];
const ERRORS: readonly Mark[] = [{ of: "errors", label: "Errors", className: "text-danger" }];
const REFUSED: readonly Mark[] = [{ of: "refused", label: "Refused", className: "text-warning" }];
const LATENCY: readonly Mark[] = [
  { of: "p99", label: "p99", className: "text-content-faint", dash: "1 4" },
  { of: "p95", label: "p95", className: "text-content-muted", dash: "5 4" },
  { of: "p50", label: "p50", className: "text-accent" },
];

type Props = {
  by: CountedBy;
  id?: string;
  /** When a session or endpoint began, RFC 3339: what its agent served before is counted as another one's. */
  began?: string;
  /** What is counted: an edge that carries no HTTP has connections. */
  noun?: "request" | "connection";
  /** Its list of requests, where the ID is not what they are found by. */
  query?: string | undefined;
};

/** Requests, errors, refusals and latency of one object, or of the account; nothing where the service does not count them. */
export function TrafficPanel({ by, id, began = "", noun = "request", query: own }: Props) {
  const [params, setParams] = useSearchParams();
  const range = RANGES.find(({ value }) => value === params.get("range")) ?? RANGES[1];
  const query = useQuery(trafficMetrics(by, id, range?.value ?? "1m"));
  if (isAbsent(query.error)) return null;
  const setRange = (value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set("range", value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const to = href.traffic(
    own ?? (by === "account" || id === undefined ? "" : `?${new URLSearchParams({ [by]: id })}`),
  );
  return (
    <Panel
      title="Traffic"
      actions={
        <>
          <Segmented
            size="sm"
            label="Time range"
            options={RANGES}
            value={range?.value ?? "1m"}
            onChange={setRange}
          />
          <ButtonLink size="sm" to={to}>
            Show {noun}s
          </ButtonLink>
        </>
      }
    >
      <div className="p-4">
        {query.data ? (
          <Charts slots={slotsOf(query.data)} words={range?.words ?? ""} {...{ by, began, noun }} />
        ) : query.error ? (
          <ErrorNote error={query.error} tried="load traffic" onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={3} label="Loading traffic" />
        )}
      </div>
    </Panel>
  );
}

const sum = (slots: readonly Slot[], of: "requests" | "errors" | "refused" | "bytes") =>
  slots.reduce((total, slot) => total + slot[of], 0);

type ChartsProps = { slots: readonly Slot[]; words: string } & Pick<Required<Props>, "by" | "began" | "noun">;

function Charts({ slots, words, by, began, noun }: ChartsProps) {
  const [requests, errors, refused] = [sum(slots, "requests"), sum(slots, "errors"), sum(slots, "refused")];
  if (requests === 0) {
    const since = Date.parse(began) > (slots[0]?.at ?? Infinity);
    return (
      <p className="text-content-muted">
        {since ? (
          <>
            No {noun}s since this {by} started <RelativeTime at={began} />.
          </>
        ) : (
          `No ${noun}s in the ${words}.`
        )}
      </p>
    );
  }
  const latest = slots.findLast(({ p50 }) => p50 !== null);
  const latency = LATENCY.toReversed().map(({ of, label }) => `${label} ${formatMs(latest?.[of] ?? 0)}`);
  const time = noun === "connection" ? "duration" : "latency";
  const share = (part: number) => `${formatCount(part)}${part === 0 ? "" : ` · ${percent(part / requests)}`}`;
  return (
    <div className="grid gap-4">
      <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-4">
        <SmallChart
          title={capital(`${noun}s`)}
          total={`${formatCount(requests)} · ${formatBytes(sum(slots, "bytes"))}`}
          label={`${counted(requests, noun)} in the ${words}`}
          draw="bars"
          marks={REQUESTS}
          format={formatCount}
          slots={slots}
        />
        <SmallChart
          title="Errors"
          total={share(errors)}
          label={`${counted(errors, "error")} in the ${words}`}
          draw="bars"
          marks={ERRORS}
          format={formatCount}
          slots={slots}
        />
        <SmallChart
          title="Refused"
          total={share(refused)}
          label={`${counted(refused, noun)} refused in the ${words}`}
          draw="bars"
          marks={REFUSED}
          format={formatCount}
          slots={slots}
        />
        <SmallChart
          // Without HTTP it is how long each connection was open.
          title={`Latest ${time}`}
          total={latency}
          label={`${capital(time)} at the end of the ${words}: ${latency.join(", ")}`}
          draw="lines"
          marks={LATENCY}
          format={formatMs}
          slots={slots}
        />
      </div>
      <details className="text-xs">
        <summary className="w-fit leading-6 text-content-muted">Show as table</summary>
        <TrafficTable slots={slots} noun={noun} />
      </details>
    </div>
  );
}
