import { createContext, useContext } from "react";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import type { Column } from "#table/column.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { offersOf } from "#fleet/commands.ts";
import { stateWords } from "#fleet/action-text.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { counted } from "#ui/format.ts";
import { MenuButton } from "#ui/menu.tsx";
import { Pill, Status } from "#ui/status.tsx";
import { RelativeTime, useNow } from "#ui/time.tsx";
import type { SessionRow, Serves } from "./session-rows.ts";

/** What a row's menu does. The value must stay the same object, or every row renders again. */
export type RowActions = {
  ask: (kind: AgentCommand, session: TunnelSession, target: string | null) => void;
  copyId: (id: string) => void;
};
export const RowActionsContext = createContext<RowActions>({ ask: () => {}, copyId: () => {} });

function Agent({ row }: { row: SessionRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={href.session(row.id)}
        className="min-w-0 scroll-mt-10 truncate font-strong text-content hover:underline"
      >
        {row.name}
      </Link>
      {row.name === row.id ? null : (
        <span className="max-md:hidden">
          <CopyId id={row.id} />
        </span>
      )}
    </span>
  );
}

function Version({ row: { session, target } }: { row: SessionRow }) {
  return (
    <span className="flex items-center gap-2">
      <span
        className={target === null ? "truncate text-content-muted" : "truncate"}
        title={session.agent_version}
      >
        {session.agent_version}
      </span>
      {target === null ? null : (
        <Pill tone="warn" icon="behind">
          behind
        </Pill>
      )}
    </span>
  );
}

/** "3 URLs, 1 backend". */
function servesText(serves: Serves | null): string {
  if (!serves) return "–";
  const { urls, backends } = serves;
  const parts = [urls > 0 ? counted(urls, "URL") : "", backends > 0 ? counted(backends, "backend") : ""];
  return parts.filter(Boolean).join(", ") || "nothing";
}

function State({ row }: { row: SessionRow }) {
  if (row.shown) return <ActionState row={row} shown={row.shown} />;
  return <Status tone="ok">Online</Status>;
}

function ActionState({ row, shown }: { row: SessionRow; shown: NonNullable<SessionRow["shown"]> }) {
  const now = useNow(1000);
  const { tone, text } = stateWords(shown, now);
  return (
    <Link
      to={href.session(row.id)}
      title={text}
      className="inline-flex max-w-full min-w-0 align-middle hover:underline"
    >
      <Status tone={tone}>{text}</Status>
    </Link>
  );
}

function Actions({ row }: { row: SessionRow }) {
  const { ask, copyId } = useContext(RowActionsContext);
  const now = useNow(1000);
  const { session, target, actions, online } = row;
  const offers = offersOf({ session, target, actions, online, now });
  return (
    <MenuButton
      label={`Actions for ${row.name}`}
      size="sm"
      items={[
        ...offers.map(({ kind, ...offer }) => ({ ...offer, onSelect: () => ask(kind, session, target) })),
        "separator",
        { label: "Copy id", icon: "copy", onSelect: () => copyId(row.id) },
      ]}
    />
  );
}

/** The columns of /sessions. */
export const columns: readonly Column<SessionRow>[] = [
  {
    id: "agent",
    head: "Agent",
    width: "minmax(10rem, 1fr)",
    place: "lead",
    sortable: true,
    cell: (row) => <Agent row={row} />,
  },
  {
    id: "version",
    head: "Version",
    width: "7.25rem",
    place: "sub",
    sortable: true,
    cell: (row) => <Version row={row} />,
  },
  {
    id: "os",
    head: "OS",
    width: "4rem",
    place: "sub",
    sortable: true,
    className: "text-content-muted",
    cell: (row) => row.session.os,
  },
  {
    id: "region",
    head: "Region",
    width: "3.5rem",
    place: "sub",
    sortable: true,
    className: "text-content-muted",
    cell: (row) => row.session.region,
  },
  {
    id: "ip",
    head: "Source IP",
    width: "7rem",
    place: "drop",
    sortable: true,
    className: "font-mono text-xs text-content-muted",
    cell: (row) => <span title={row.session.ip}>{row.session.ip}</span>,
  },
  {
    id: "transport",
    head: "Transport",
    width: "6rem",
    place: "drop",
    hidden: true,
    cell: (row) => row.session.transport,
  },
  {
    id: "serves",
    head: "Serves",
    width: "5rem",
    place: "sub",
    sortable: true,
    cell: (row) => servesText(row.serves),
  },
  {
    id: "up",
    head: "Up for",
    width: "3rem",
    place: "drop",
    sortable: true,
    className: "text-content-muted",
    cell: (row) => (row.online ? <RelativeTime at={row.session.started_at} suffix="" /> : "–"),
  },
  {
    id: "state",
    head: "State",
    sortedHead: "State, needs attention first",
    width: "11rem",
    place: "state",
    sortable: true,
    cell: (row) => <State row={row} />,
  },
  {
    id: "metadata",
    head: "Metadata",
    width: "10rem",
    place: "drop",
    hidden: true,
    cell: (row) => row.session.metadata,
  },
  {
    id: "menu",
    head: "Actions",
    width: "2rem",
    place: "menu",
    cell: (row) => <Actions row={row} />,
  },
];
