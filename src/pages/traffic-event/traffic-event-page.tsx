import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ItsActivity } from "#components/no-such.tsx";
import { Page } from "#components/page.tsx";
import { Absent, QueryGate, thereOf } from "#components/query-gate.tsx";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { href } from "#resources/paths.ts";
import { trafficEvent } from "#resources/traffic.ts";
import { isHttp, messageOf } from "#traffic/captured.ts";
import { Pill } from "#ui/status.tsx";
import { DecisionItem } from "#traffic/decision-item.tsx";
import { Clock } from "#traffic/clock.tsx";
import { StatusMark } from "#traffic/status-mark.tsx";
import { trafficName, trafficRow } from "#traffic/traffic-row.ts";
import { formatMs } from "#ui/amounts.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { EventActions } from "./event-actions.tsx";
import { EventProperties } from "./event-properties.tsx";
import { MessagePanel } from "#traffic/message-panel.tsx";
import { PhasesPanel } from "./phases-panel.tsx";
import { Refused } from "./refused.tsx";
import { useEventRoute } from "./use-event-route.ts";

const KeepBodies = lazyPart(() => import("#traffic/keep-bodies.tsx"), "KeepBodies");

/** /traffic/:id: one request, from the visitor through edge and agent to the app and back. */
export function Component() {
  const { id = "" } = useParams();
  const query = useQuery(trafficEvent(id));
  const there = thereOf(query);
  const row = query.data && trafficRow(query.data);
  const name = row ? trafficName(row) : id;
  const back = <ButtonLink to={href.traffic()}>All requests</ButtonLink>;
  return (
    <Page
      title={row ? name : "Request"}
      crumbs={[{ label: "Requests", to: href.traffic() }, { label: name }]}
      titleExtra={
        row ? (
          <>
            <StatusMark row={row} />
            {query.data?.gatehouse?.test ? <Pill>Test</Pill> : null}
            <CopyId id={id} />
          </>
        ) : null
      }
      subtitle={
        row ? (
          <>
            <Clock at={row.at} />
            {row.durationMs === undefined ? null : ` · ${formatMs(row.durationMs)}`}
            {row.client ? ` · from ${row.client}` : null}
          </>
        ) : null
      }
      actions={there ? <EventActions event={there} /> : null}
    >
      <QueryGate
        query={query}
        tried="load this request"
        loading={<SkeletonRows label="Loading this request" />}
        absent={<Absent what="request" id={id} back={back} known={row !== undefined} />}
      >
        {(event) => <Parts event={event} />}
      </QueryGate>
    </Page>
  );
}

function Parts({ event }: { event: TrafficEvent }) {
  const { gatehouse: own = {} } = event;
  const captured = own.capture !== undefined;
  const { match, gone } = useEventRoute(own);
  // The modules of a route that is gone have no page.
  const met = gone ? { ...own, route_id: undefined } : own;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <div className="grid min-w-0 content-start gap-5">
        {own.error_code === undefined ? null : (
          <Refused code={own.error_code} own={met} host={trafficRow(event).host} />
        )}
        {own.outcome === "left" && isHttp(event) ? <VisitorLeft row={trafficRow(event)} /> : null}
        {own.dropped ? (
          <Note tone="warn">
            {own.dropped} requests before this one were not recorded: the edge was too busy.
          </Note>
        ) : null}
        {own.phases ? <PhasesPanel phases={own.phases} /> : null}
        {own.decisions?.length ? (
          <Panel title="Decisions" count={own.decisions.length}>
            <ol>
              {own.decisions.map((decision, index) => (
                <DecisionItem key={index} own={met} decision={decision} />
              ))}
            </ol>
          </Panel>
        ) : null}
        {isHttp(event) ? (
          <>
            {own.redacted?.length ? (
              <Note>Secrets were redacted before this was kept: {partNames(own.redacted)}.</Note>
            ) : null}
            {own.truncated?.length ? (
              <Note tone="warn">Cut short before this was kept: {partNames(own.truncated)}.</Note>
            ) : null}
            {gone ? (
              <Note actions={<ItsActivity id={own.route_id ?? ""} />}>
                {match === undefined ? (
                  "This route"
                ) : (
                  <>
                    Route <code className="font-mono wrap-anywhere">{match}</code>
                  </>
                )}{" "}
                was deleted. You can restore it in Activity.
              </Note>
            ) : (
              <KeepBodies of={[own.route_id, own.endpoint_id].filter((id) => id !== undefined)} />
            )}
            <MessagePanel title="Request" message={messageOf(event, "request")} />
            <MessagePanel title="Response" message={messageOf(event, "response")} />
            {captured ? null : (
              <p className="text-xs text-content-muted">
                Header values are kept in lowercase. To see them as sent, keep bodies.
              </p>
            )}
          </>
        ) : null}
      </div>
      <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
        <EventProperties event={event} />
      </aside>
    </div>
  );
}

/** What it means that the visitor left: of an app that does not answer this is all there is to see. */
function VisitorLeft({ row: { status, durationMs } }: { row: ReturnType<typeof trafficRow> }) {
  const after = durationMs === undefined ? "" : ` after ${formatMs(durationMs)}`;
  return (
    <Note tone="warn">
      {status === undefined
        ? `The visitor left${after}, before the app answered. Check what the app waits for.`
        : `The visitor left${after}, before the response was complete.`}
    </Note>
  );
}

/** The last parts of paths, each once: a header that was kept twice, with the body too, is one to its reader. */
function partNames(paths: readonly string[]): string {
  const names = new Map<string, string>();
  for (const path of paths) {
    const name = path.split(".").at(-1) ?? path;
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()].join(", ");
}
