import { KINDS } from "#resources/kinds.ts";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { defineTable } from "#table/define-table.ts";
import type { FleetAction } from "#fleet/action.ts";
import { parseVersion } from "#contract/version.ts";
import { versionText } from "#fleet/version.ts";
import { counted, shortenId } from "#ui/format.ts";
import { Pill, Status } from "#ui/status.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { RelativeTime } from "#ui/time.tsx";
import { awaitsStart, versionKey, type SessionRow } from "./session-rows.ts";

const load = () => import("./row-state.tsx");
const RowState = lazyExport<"RowState", { row: SessionRow; isBrief: boolean }>(load, "RowState");
const FailedUpdate = lazyExport<"FailedUpdate", { action: FleetAction }>(load, "FailedUpdate");

const muted = "text-content-muted";

function Agent({ row: { id, name, online } }: { row: SessionRow }) {
  return (
    <Link
      to={href.session(id)}
      title={name}
      className={`font-strong hover:underline ${online ? "text-content" : "text-content-muted"}`}
    >
      {name}
    </Link>
  );
}

function Version({ row }: { row: SessionRow }) {
  const { session, target } = row;
  const version = versionText(session.agent_version);
  const isInstalled = awaitsStart(row);
  return (
    <span className="flex items-center gap-2">
      <span
        className={target === null || isInstalled ? "truncate text-content-muted" : "flex-none"}
        title={version}
      >
        {version}
      </span>
      {isInstalled ? (
        <span title="Update installed. It takes effect when the agent starts." className="flex-none">
          <Pill tone="warn">Update ready</Pill>
        </span>
      ) : target === null ? null : (
        <Pill tone="warn" icon="behind">
          Outdated
        </Pill>
      )}
    </span>
  );
}

/** "4 tunnels": which URLs they come to is told where edges are read too. */
function servesText(serves: number | null): string {
  if (serves === null) return "–";
  return serves === 0 ? "nothing" : counted(serves, KINDS.tunnel.noun);
}

function State({ row }: { row: SessionRow }) {
  const { failedUpdate: failed } = row;
  const online = <Status tone="ok">Online</Status>;
  // Beside the status: its version is outdated all the same.
  const isBeside = failed !== null && row.online && failed !== row.shown;
  const state =
    row.online && !row.shown && !row.departure ? (
      online
    ) : (
      <Suspense fallback={row.online ? online : <Status tone="off">Offline</Status>}>
        <RowState row={row} isBrief={isBeside} />
      </Suspense>
    );
  return isBeside ? (
    <span className="flex min-w-0 items-center gap-2">
      {state}
      <Suspense>
        <FailedUpdate action={failed} />
      </Suspense>
    </span>
  ) : (
    state
  );
}

/** A track of at least so many rem; otherwise where the status of a row is more than "Online": it needs the room that names have. */
const least = (calm: number, told: number, share: number) => (rows: readonly SessionRow[]) =>
  `minmax(${rows.some((row) => row.shown ?? row.departure ?? row.failedUpdate) ? told : calm}rem,${share}fr)`;

const connectionOf = ({ online }: SessionRow) => (online ? "online" : "offline");

/** The table of /sessions; exports the service's own fields and what this console worked out. */
export const sessionTable = defineTable<SessionRow>({
  noun: tunnelSessions.noun,
  columns: [
    {
      id: "agent",
      head: "Agent",
      width: least(14.25, 9, 3),
      place: "lead",
      value: ({ name }) => name,
      sort: "lower",
      search: ({ name, id }) => [name, id],
      cell: (row) => <Agent row={row} />,
    },
    {
      id: "state",
      head: "Status",
      width: least(6, 11.25, 1),
      place: "state",
      value: (row) => row.shown?.state.phase ?? connectionOf(row),
      sort: ({ rank }) => rank,
      facets: [
        {
          id: "outdated",
          label: "Outdated",
          values: ["yes", "no", "unknown"],
          of: ({ target, session }) =>
            target !== null ? "yes" : parseVersion(session.agent_version ?? "") ? "no" : "unknown",
        },
        { of: connectionOf },
      ],
      cell: (row) => <State row={row} />,
    },
    {
      id: "version",
      head: "Version",
      width: "9.5rem",
      place: "sub",
      value: ({ session }) => versionText(session.agent_version),
      sort: ({ session }) => versionKey(session.agent_version ?? ""),
      search: true,
      facets: true,
      cell: (row) => <Version row={row} />,
    },
    { ...plainColumn("os", "OS"), width: "4rem", place: "sub", sort: "value", className: muted },
    { ...plainColumn("region", "Region"), width: "3.5rem", place: "sub", sort: "value", className: muted },
    {
      id: "ip",
      head: "Source IP",
      width: "7rem",
      place: "drop",
      className: "font-mono text-xs text-content-muted",
      value: ({ session }) => session.ip,
      sort: "value",
      search: true,
      cell: ({ session }) => <span title={session.ip}>{session.ip}</span>,
    },
    { ...plainColumn("transport", "Transport"), width: "6rem", place: "sub", hidden: true },
    {
      id: "serves",
      head: "Serves",
      width: "5.5rem",
      place: "sub",
      value: ({ serves }) => (serves === null ? null : servesText(serves)),
      sort: ({ serves }) => serves ?? -1,
      cell: ({ serves }) => servesText(serves),
    },
    {
      id: "up",
      head: "Up for",
      width: "3rem",
      place: "drop",
      className: muted,
      value: ({ session }) => session.started_at,
      sort: ({ session }) => -Date.parse(session.started_at),
      cell: (row) => (row.online ? <RelativeTime at={row.session.started_at} suffix="" /> : "–"),
    },
    {
      id: "id",
      head: "ID",
      width: "9rem",
      place: "sub",
      hidden: true,
      className: "font-mono text-xs text-content-muted",
      value: ({ id }) => id,
      cell: ({ id }) => <span title={id}>{shortenId(id)}</span>,
    },
    {
      id: "metadata",
      head: "Notes",
      width: "10rem",
      place: "sub",
      hidden: true,
      value: ({ session }) => session.metadata,
      search: true,
    },
  ],
  defaultSort: { column: "state", descending: false },
  tie: ({ name }) => name.toLowerCase(),
  // Who was told something stays in sight, although it has become what the filters leave out, and has a new ID.
  keep: ({ actions, root, id }) => (actions.length > 0 || root !== id ? root : null),
});

/** The column of a field that is searched and filtered as it is. */
function plainColumn(id: "os" | "region" | "transport", head: string) {
  return { id, head, value: ({ session }: SessionRow) => session[id], search: true, facets: true } as const;
}
