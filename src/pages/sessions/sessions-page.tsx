import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { cancelScan, useScan } from "#api/scanned-list.ts";
import { tunnelSessions } from "#api/tunnel-sessions.ts";
import { tunnels } from "#api/tunnels.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { usePaletteItems, type PaletteItem } from "#components/palette-registry.ts";
import { href } from "#components/paths.ts";
import { ListFrame } from "#components/resource-table/list-frame.tsx";
import { ResourceTable } from "#components/resource-table/resource-table.tsx";
import { visibleRows } from "#components/resource-table/rows.ts";
import { Toolbar } from "#components/resource-table/toolbar.tsx";
import { useTableState } from "#components/url-state.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { useActions } from "#fleet/use-fleet.ts";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useToast } from "#ui/toast.tsx";
import { writeText } from "#ui/use-copy.ts";
import { columns, RowDeedsContext, type RowDeeds } from "./columns.tsx";
import { buildRows, countServed, sessionModel, sessionSchema, type SessionRow } from "./session-rows.ts";

const ActionDialog = lazy(async () => ({
  default: (await import("#fleet/action-dialog.tsx")).ActionDialog,
}));
// A stopping service ends its agents first: the list is seen empty once, and this part is gone with the service.
const FirstAgent = lazy(() =>
  import("./first-agent.tsx").then(
    ({ FirstAgent: Part }) => ({ default: Part }),
    () => ({ default: () => <p>No agent is online.</p> }),
  ),
);

const poll = tunnelSessions.every(5000);
const pollEmpty = tunnelSessions.every(2000);
const pollTunnels = tunnels.every(10_000);
const NO_SESSIONS: TunnelSession[] = [];
const keyOf = (row: SessionRow) => row.id;

/** /sessions: every agent that is online, what it serves, and what came of what it was told. */
export function Component() {
  const { query, rows, partial, online } = useSessionRows();
  const { state, change } = useTableState(sessionSchema);
  const shown = useMemo(() => visibleRows(rows, sessionModel, state), [rows, state]);
  const { deeds, dialog } = useDeeds();
  usePaletteItems(useMemo(() => paletteItems(rows), [rows]));
  return (
    <Page
      title="Sessions"
      crumbs={[{ label: "Sessions" }]}
      freshness={<Freshness query={query} />}
      titleExtra={query.data || partial ? <Counts online={online} rows={rows} /> : null}
    >
      <ListFrame
        noun="sessions"
        query={query}
        some={rows.length > 0}
        empty={
          <Suspense fallback={<SkeletonRows />}>
            <FirstAgent />
          </Suspense>
        }
      >
        <Toolbar
          noun="sessions"
          rows={rows}
          matching={shown.length}
          model={sessionModel}
          {...{ state, change, partial }}
        />
        {shown.length === 0 ? (
          <p className="flex flex-wrap items-center gap-3 text-content-muted">
            No session matches.
            <Button size="sm" onClick={() => change({ search: "", filters: {} })}>
              Clear search and filters
            </Button>
          </p>
        ) : (
          <RowDeedsContext value={deeds}>
            <ResourceTable
              label="Sessions"
              rows={shown}
              keyOf={keyOf}
              columns={columns}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
            />
          </RowDeedsContext>
        )}
      </ListFrame>
      {dialog}
    </Page>
  );
}

function useSessionRows() {
  const client = useQueryClient();
  const [cancelled, setCancelled] = useState(false);
  const query = useQuery({
    ...tunnelSessions.query,
    enabled: !cancelled,
    refetchInterval: (current) => (current.state.data?.length === 0 ? pollEmpty(current) : poll(current)),
  });
  const scan = useScan(tunnelSessions);
  const served = useQuery({ ...tunnels.query, refetchInterval: pollTunnels });
  const actions = useActions();
  const serves = useMemo(() => (served.data ? countServed(served.data) : null), [served.data]);
  const sessions = query.data ?? scan?.items ?? NO_SESSIONS;
  const rows = useStableRows(
    useMemo(() => ({ sessions, serves, actions }), [sessions, serves, actions]),
    query.dataUpdatedAt,
  );
  const partial =
    query.data === undefined && scan
      ? {
          cancelled,
          onCancel: () => {
            setCancelled(true);
            void cancelScan(client, tunnelSessions.query.queryKey);
          },
          onResume: () => setCancelled(false),
        }
      : undefined;
  return { query, rows, partial, online: sessions.length };
}

type RowInputs = Omit<Parameters<typeof buildRows>[0], "now">;

/** Rows for the inputs, each the same object as long as it says the same. `at` renews what fades with time. */
function useStableRows(inputs: RowInputs, at: number): SessionRow[] {
  const [made, setMade] = useState(() => ({ inputs, at, rows: buildRows({ ...inputs, now: at }) }));
  if (made.inputs === inputs && made.at === at) return made.rows;
  const before = new Map(made.rows.map((row) => [row.id, row]));
  const rows = buildRows({ ...inputs, now: at }, before);
  setMade({ inputs, at, rows });
  return rows;
}

function Counts({ online, rows }: { online: number; rows: readonly SessionRow[] }) {
  const behind = rows.filter(({ target }) => target !== null);
  const gone = rows.length - online;
  const targets = [...new Set(behind.map(({ target }) => target))];
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-content-muted">
      <span>
        {formatCount(online)} online{gone > 0 ? `, ${formatCount(gone)} gone` : ""}
      </span>
      {behind.length > 0 ? (
        <>
          <span aria-hidden="true">·</span>
          <Link to={href.sessions("?behind=yes")} className="link-quiet">
            {formatCount(behind.length)} behind {targets.length <= 2 ? targets.join(" and ") : ""}
          </Link>
        </>
      ) : null}
    </span>
  );
}

function useDeeds() {
  const toast = useToast();
  const [asked, setAsked] = useState<{
    kind: AgentCommand;
    session: TunnelSession;
    target: string | null;
  } | null>(null);
  const copyId = useCallback(
    (id: string) => {
      writeText(id).then(
        () => toast({ tone: "ok", text: `Copied ${id}` }),
        () => toast({ tone: "bad", text: "Copy failed" }),
      );
    },
    [toast],
  );
  const deeds = useMemo<RowDeeds>(
    () => ({ ask: (kind, session, target) => setAsked({ kind, session, target }), copyId }),
    [copyId],
  );
  const dialog = asked ? (
    <Suspense>
      <ActionDialog {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  ) : null;
  return { deeds, dialog };
}

function paletteItems(rows: readonly SessionRow[]): PaletteItem[] {
  return rows.map(({ id, name, session }) => ({
    id,
    label: name,
    group: "Sessions",
    icon: "sessions",
    keywords: `${id} ${session.ip}`,
    to: href.session(id),
  }));
}
