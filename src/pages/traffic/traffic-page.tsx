import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError, isAbsent } from "#api/errors.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { wrongIn } from "#components/time-range.ts";
import { href } from "#resources/paths.ts";
import { ListFrame } from "#table/list-frame.tsx";
import { ResourceTable } from "#table/resource-table.tsx";
import { useTableState, type TableSchema } from "#table/url-state.ts";
import { useParam } from "#table/use-param.ts";
import { FACETS, filterOf } from "#traffic/traffic-filter.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { counted, formatCount } from "#ui/format.ts";
import type { TrafficRow } from "#traffic/traffic-row.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { CelField } from "./cel-field.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { TRAFFIC_COLUMNS } from "./traffic-columns.tsx";
import { useLiveTraffic } from "./use-live-traffic.ts";
import { useReading } from "./use-reading.ts";

const NoRecord = lazyPart(() => import("./no-traffic.tsx"), "NoRecord");
const NoTraffic = lazyPart(() => import("./no-traffic.tsx"), "NoTraffic");
const Older = lazyPart(() => import("./older.tsx"), "Older");
const NoMatch = lazyPart(() => import("./no-match.tsx"), "NoMatch");
const RunningCaptures = lazyPart(() => import("./running-captures.tsx"), "RunningCaptures");

const REPLACE = { replace: true };
const NEWEST = { column: "time", descending: true };
const SCHEMA: TableSchema = {
  facets: Object.keys(FACETS),
  fixed: Object.fromEntries(
    Object.entries(FACETS).flatMap(([name, facet]) => ("values" in facet ? [[name, facet.values]] : [])),
  ),
  sortable: [NEWEST.column],
  defaultSort: NEWEST,
};

/** /traffic: every request that reached the edge, as it comes. */
export function Component() {
  const { state, change } = useTableState(SCHEMA);
  const [paused, setPaused] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const reading = useReading(rows);
  const [own, setOwn] = useParam("filter");
  const [since, setSince] = useParam("since", REPLACE);
  const [until, setUntil] = useParam("until", REPLACE);
  const range = { since, until };
  const isWrong = wrongIn(range) !== undefined;
  const filter = filterOf(own, state.filters, state.search, range);
  const { live, query, stream, loadOlder, reload, show } = useLiveTraffic(filter, paused || reading);
  const isOver = Date.parse(until) <= query.dataUpdatedAt;
  const clear = () => {
    setSince("");
    setUntil("");
    setOwn("");
    change({ search: "", filters: {} });
  };
  const isChosen = filter !== "";
  const refused =
    isChosen && query.error instanceof ApiError && query.error.status === 400 ? query.error.msg : null;
  const some = live.rows.length > 0;
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate(href.trafficEvent(id)), [navigate]);
  const seen = refused === null ? query : { ...query, error: null };
  return (
    <Page
      title="Requests"
      crumbs={[{ label: "Requests" }]}
      freshness={
        stream === "open" && !isOver && !isWrong ? (
          <Live paused={paused} />
        ) : refused === null ? (
          <Freshness query={query} />
        ) : null
      }
      actions={
        some ? (
          <>
            <Button icon="download" onClick={() => void exportHar(live.rows)}>
              Export HAR
            </Button>
            <Button icon={paused ? "right" : "stop"} onClick={() => setPaused(!paused)}>
              {paused ? "Resume" : "Pause"}
            </Button>
          </>
        ) : null
      }
    >
      {isAbsent(query.error) ? (
        <NoRecord />
      ) : (
        <>
          <RunningCaptures />
          {some || isChosen ? (
            <search aria-label="Search requests" className="grid gap-2">
              <div className="flex flex-wrap items-center gap-2">
                <FilterBar
                  state={state}
                  change={change}
                  range={range}
                  onRange={(name, time) => (name === "since" ? setSince : setUntil)(time ?? "")}
                />
                <Counts live={live} onShow={show} onReload={reload} />
              </div>
              <CelField value={own} fault={refused} onApply={setOwn} />
            </search>
          ) : null}
          <ListFrame
            noun="requests"
            query={seen}
            some={some}
            empty={
              isChosen ? (
                <NoMatch
                  refused={refused !== null || isWrong}
                  next={live.next}
                  own={own}
                  since={since}
                  isOver={isOver}
                  onClear={clear}
                />
              ) : (
                <NoTraffic />
              )
            }
          >
            <div ref={rows}>
              <ResourceTable
                label="Requests"
                rows={live.rows}
                total={live.rows.length}
                columns={TRAFFIC_COLUMNS}
                density={state.density}
                sort={state.sort}
                onSort={() => undefined}
                open={open}
              />
            </div>
          </ListFrame>
          {live.next && refused === null && !isWrong ? (
            <Older
              key={filter}
              next={live.next}
              since={since}
              label={some ? "Load older" : "Search older"}
              onLoad={loadOlder}
            />
          ) : null}
        </>
      )}
    </Page>
  );
}

/** The requests that are shown, as a file for other tools; bodies are in the file of one request only. */
async function exportHar(rows: readonly TrafficRow[]): Promise<void> {
  const { harFile } = await import("#traffic/har.ts");
  harFile(
    "requests",
    rows.map(({ event }) => event),
  );
}

function Live({ paused }: { paused: boolean }) {
  return (
    <div className="flex items-center gap-2 text-xs text-content-muted">
      <span
        aria-hidden="true"
        className={cx("size-1.5 rounded-full", paused ? "inset-ring inset-ring-content-faint" : "bg-ok")}
      />
      {paused ? "paused" : "live"}
    </div>
  );
}

type CountsProps = {
  live: ReturnType<typeof useLiveTraffic>["live"];
  onShow: () => void;
  onReload: () => Promise<void>;
};

const isConnection = ({ event }: TrafficRow) => event.event_type === "tcp_connection_closed.v0";

/** How much is shown, what waits, and what was left out. */
function Counts({ live: { rows, waiting, missed, next }, onShow, onReload }: CountsProps) {
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 text-xs text-content-muted">
      {missed > 0 ? (
        <>
          <span className="text-warning">{formatCount(missed)} not shown</span>
          <Button size="sm" icon="refresh" onClick={() => void onReload()}>
            Reload
          </Button>
        </>
      ) : null}
      {waiting.length > 0 ? (
        <Button
          size="sm"
          icon="up"
          onClick={() => {
            onShow();
            window.scrollTo({ top: 0 });
          }}
        >
          Show {formatCount(waiting.length)} new
        </Button>
      ) : null}
      {rows.length === 0 ? null : (
        <span>
          {next ? "Newest " : ""}
          {counted(rows.length, rows.every(isConnection) ? "connection" : "request")}
        </span>
      )}
    </div>
  );
}
