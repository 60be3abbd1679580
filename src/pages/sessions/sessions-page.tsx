import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { OPENS_DIALOG } from "#components/opens-dialog.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { ResourceList } from "#table/resource-list.tsx";
import { RowMenu } from "#table/row-menu.tsx";
import { useList } from "#table/use-list.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { published, usePublished } from "#fleet/use-published.ts";
import { ButtonLink } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyExport, lazyPart } from "#ui/lazy-export.ts";
import { settle, settled } from "#ui/settled.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useToast } from "#ui/toast.tsx";
import { sessionTable } from "./columns.tsx";
import type { Asked } from "./session-menu.ts";
import { buildRows, countServed, type SessionRow } from "./session-rows.ts";
import { ActionDialog } from "#fleet/lazy-action-dialog.ts";

const BulkDialog = lazyPart(() => import("#fleet/bulk-dialog.tsx"), "BulkDialog");
const AddAgentDialog = lazyPart(() => import("./add-agent-dialog.tsx"), "AddAgentDialog");
const BulkActions = lazyExport(() => import("./bulk-actions.tsx"), "BulkActions");
const SessionPanel = lazyExport(() => import("./session-panel.tsx"), "SessionPanel");
// A stopping service ends its agents first: the list is seen empty once, and this part is gone with the service.
const FirstAgent = lazy(() =>
  import("./first-agent.tsx").then(
    ({ FirstAgent: Part }) => ({ default: Part }),
    () => ({ default: () => <p>No agent is online</p> }),
  ),
);

const poll = tunnelSessions.every(5000);
const pollEmpty = tunnelSessions.every(2000);
const pollTunnels = tunnels.every(10_000);
type Polled = Parameters<typeof poll>[0] & { state: { data?: readonly unknown[] | undefined } };
const pollOf = (query: Polled) => (query.state.data?.length === 0 ? pollEmpty(query) : poll(query));
const PANEL = {
  title: ({ name }: SessionRow) => name,
  render: (row: SessionRow) => (
    <Suspense fallback={<SkeletonRows />}>
      <SessionPanel row={row} />
    </Suspense>
  ),
};
const NO_ROWS: SessionRow[] = [];
type Bulk = { kind: AgentCommand; sessions: readonly TunnelSession[] };

/** What rows say of agents that leave is there before they do: a service that stops ends its agents first. */
function loadStates() {
  void settled()
    .then(() => import("./row-state.tsx"))
    .catch(() => {});
}

/** /sessions: every agent that is online, what it serves, and what came of what it was told. */
export function Component() {
  const { list, rows, online } = useSessionRows();
  const [params, setParams] = useSearchParams();
  const [starting, setStarting] = useState(params.has("first"));
  const [known, setKnown] = useState(false);
  const { menu, selection, dialog, add } = useRowActions(starting, params);
  useEffect(loadStates, []);
  // Stays when the first agent appears, until its URL was shown.
  if (!starting && rows.length === 0 && list.query.data?.length === 0) setStarting(true);
  // Of those who left only the first agent is waited for there.
  if (starting && rows.length - online > (params.has("first") ? 1 : 0)) setStarting(false);
  return (
    <Page
      title="Sessions"
      crumbs={[{ label: "Sessions" }]}
      freshness={<Freshness query={list.query} />}
      actions={rows.length > 0 && !starting ? add : null}
      titleExtra={
        list.query.data || list.partial ? <Counts online={online} rows={rows} whole={!list.partial} /> : null
      }
    >
      <ResourceList
        table={sessionTable}
        list={list}
        rows={starting ? NO_ROWS : rows}
        menu={menu}
        selection={selection}
        panel={PANEL}
        unsure={known ? null : <UntilKnown onKnown={setKnown} />}
        empty={
          <Suspense fallback={<SkeletonRows />}>
            <FirstAgent
              onDone={() => {
                setStarting(false);
                setParams({}, { replace: true });
              }}
            />
          </Suspense>
        }
      />
      {dialog}
    </Page>
  );
}

/** Where no session matches as far as is known: reads at once who left before and what is outdated, which may. */
function UntilKnown({ onKnown }: { onKnown: (known: true) => void }) {
  const client = useQueryClient();
  useEffect(() => {
    settle();
    const ended = import("#fleet/watch-departures.ts").then((part) => part.learnEnded(client));
    void Promise.allSettled([ended, client.ensureQueryData(published)]).then(() => onKnown(true));
  }, [client, onKnown]);
  return <SkeletonRows label="Loading sessions" />;
}

function useSessionRows() {
  const list = useList(tunnelSessions, pollOf);
  const served = useQuery({ ...tunnels.query, refetchInterval: pollTunnels });
  const actions = useActions();
  const left = useDepartures();
  const serves = useMemo(() => (served.data ? countServed(served.data) : null), [served.data]);
  const published = usePublished();
  const sessions = list.items;
  const rows = useStableRows(
    useMemo(
      () => ({ sessions, serves, actions, left, published }),
      [sessions, serves, actions, left, published],
    ),
    list.query.dataUpdatedAt,
  );
  return { list, rows, online: sessions.length };
}

type Inputs = Parameters<typeof buildRows>[0];
type RowInputs = Omit<Inputs, "now"> & Required<Pick<Inputs, "left">>;

/** Rows for the inputs, each the same object as long as it says the same. `at` renews what fades with time. */
function useStableRows(inputs: RowInputs, at: number): SessionRow[] {
  const [made, setMade] = useState(() => ({ inputs, at, rows: buildRows({ ...inputs, now: at }) }));
  const fades = inputs.actions.length + inputs.left.length > 0;
  if (made.inputs === inputs && (made.at === at || !fades)) return made.rows;
  const rows = buildRows({ ...inputs, now: at }, made.rows);
  setMade({ inputs, at, rows });
  return rows;
}

function Counts(props: { online: number; rows: readonly SessionRow[]; whole: boolean }) {
  const { online, rows, whole } = props;
  const outdated = rows.filter(({ target, online }) => online && target !== null);
  const gone = rows.length - online;
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-content-muted">
      <span>
        {formatCount(online)} online{whole ? "" : " so far"}
      </span>
      {gone > 0 ? (
        <Link to={href.sessions("?state=offline")} className="link-quiet">
          {formatCount(gone)} offline
        </Link>
      ) : null}
      {outdated.length > 0 ? (
        <Link to={href.sessions("?outdated=yes")} className="link-quiet">
          {formatCount(outdated.length)} outdated
        </Link>
      ) : null}
    </span>
  );
}

/** `steps`: those of the first agent are on the page, so not in a dialog. */
function useRowActions(steps: boolean, params: URLSearchParams) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const toast = useToast();
  const menu = useCallback(
    (row: SessionRow) => (
      <RowMenu
        name={row.name}
        items={async () => (await import("./session-menu.ts")).sessionMenu(row, setAsked, toast)}
      />
    ),
    [toast],
  );
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const selection = {
    actions: (rows: readonly SessionRow[]) => (
      <BulkActions rows={rows} onAsk={(kind, sessions) => setBulk({ kind, sessions })} />
    ),
  };
  const dialog = (
    <>
      {asked ? <ActionDialog {...asked} onClose={() => setAsked(null)} /> : null}
      {bulk ? <BulkDialog {...bulk} onClose={() => setBulk(null)} /> : null}
      {params.has("add") && !steps ? <AddAgentDialog /> : null}
    </>
  );
  const add = (
    <ButtonLink icon="plus" to={`?${new URLSearchParams([...params, ["add", ""]])}`} state={OPENS_DIALOG}>
      Add agent
    </ButtonLink>
  );
  return { menu, selection, dialog, add };
}
