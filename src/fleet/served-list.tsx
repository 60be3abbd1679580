import { Suspense, useCallback, useMemo, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { href } from "#resources/paths.ts";
import type { Identified } from "#table/column.ts";
import type { Table } from "#table/define-table.ts";
import { ResourceList } from "#table/resource-list.tsx";
import type { List } from "#table/use-list.ts";
import { breakable } from "#ui/breakable.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { AgentMenu, AgentMenus } from "./agent-menu.tsx";
import { GoneNote } from "./gone-note.tsx";
import type { ServedRow } from "./served-columns.tsx";

type Props<T> = {
  title: string;
  /** What they are, counted: "47 online". */
  counts: ReactNode;
  table: Table<T>;
  list: List<Identified>;
  rows: readonly T[];
  /** The page of a row. The same function at every render, as is `path`. */
  toOf: (id: string) => string;
  /** Draws the way of a request, beside the list. */
  path: (row: T) => ReactNode;
  empty: ReactNode;
};

/** What left before this visit is known by its requests alone. */
function FindRequests() {
  const [params] = useSearchParams();
  const typed = params.get("q")?.trim();
  if (!typed) return null;
  return (
    <Link to={href.traffic(`?q=${encodeURIComponent(typed)}`)} className="link wrap-anywhere">
      Find requests with {typed}
    </Link>
  );
}

/** The page of a list of what agents serve: each row with the menu of its agent, and the way of a request beside. */
export function ServedList<T extends ServedRow & { session: TunnelSession | null }>(props: Props<T>) {
  const { title, counts, table, list, rows, toOf, path, empty } = props;
  const menu = useCallback(
    ({ id, name, item, session }: T) => (
      <AgentMenu id={id} name={name} to={toOf(id)} url={item.public_url} session={session} />
    ),
    [toOf],
  );
  const panel = useMemo(
    () => ({
      title: ({ name }: T) => breakable(name),
      render: (row: T) => (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <div className="-mx-4 -my-3">{path(row)}</div>
          <ButtonLink to={toOf(row.id)} icon="right" className="justify-self-start">
            Open page
          </ButtonLink>
        </Suspense>
      ),
    }),
    [path, toOf],
  );
  return (
    <Page
      title={title}
      crumbs={[{ label: title }]}
      freshness={<Freshness query={list.query} />}
      titleExtra={
        rows.length > 0 ? <span className="flex flex-wrap gap-x-3 text-content-muted">{counts}</span> : null
      }
    >
      <AgentMenus>
        <GoneNote />
        <ResourceList
          table={table}
          list={list}
          rows={rows}
          menu={menu}
          empty={empty}
          none={<FindRequests />}
          panel={panel}
        />
      </AgentMenus>
    </Page>
  );
}
