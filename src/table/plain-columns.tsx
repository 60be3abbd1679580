import { Link, useSearchParams } from "react-router-dom";
import { ownerKind } from "#resources/owner-kind.ts";
import type { Column } from "./column.ts";
import type { Facet } from "./rows.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { MenuButton } from "#ui/menu.tsx";
import { RelativeTime } from "#ui/time.tsx";

type Owned = { owner_id?: string | null | undefined };

type Plain = { id: string; created_at: string };

/** The column of a row's name; it opens the row beside the table and keeps what else the URL chooses. */
export function nameColumn<T extends Plain>(head: string, nameOf: (row: T) => string): Column<T> {
  return {
    id: "name",
    head,
    width: "minmax(12rem, 1fr)",
    place: "lead",
    sortable: true,
    cell: (row) => <OpenLink id={row.id}>{nameOf(row)}</OpenLink>,
  };
}

function OpenLink({ id, children }: { id: string; children: string }) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set("open", id);
  return (
    <Link
      to={{ search: `?${search}` }}
      preventScrollReset
      className="min-w-0 scroll-mt-10 truncate font-strong hover:underline"
    >
      {children}
    </Link>
  );
}

/** The column of a row's id. */
export function idColumn<T extends Plain>(): Column<T> {
  return { id: "id", head: "Id", width: "10rem", place: "sub", cell: ({ id }) => <CopyId id={id} /> };
}

/** Filters by what owns a row, and by what kind of owner that is. */
export const OWNER_FACETS: readonly Facet<Owned>[] = [
  { id: "kind", label: "Owned by a", valueOf: ({ owner_id: owner }) => ownerKind(owner) },
  { id: "owner", label: "Owner", valueOf: ({ owner_id: owner }) => owner || "not shown" },
];

/** The column of a row's owner. */
export function ownerColumn<T extends Owned>(): Column<T> {
  return {
    id: "owner",
    head: "Owner",
    width: "10rem",
    place: "drop",
    sortable: true,
    cell: ({ owner_id: owner }) => (owner ? <CopyId id={owner} /> : "not shown"),
  };
}

/** The column of a row's age. */
export function createdColumn<T extends Plain>(): Column<T> {
  return {
    id: "created",
    head: "Created",
    width: "7rem",
    place: "drop",
    sortable: true,
    className: "text-content-muted",
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
  };
}

/** The column of a row's menu, which deletes it. */
export function deleteColumn<T extends Plain>(nameOf: (row: T) => string, ask: (row: T) => void): Column<T> {
  return {
    id: "menu",
    head: "Actions",
    width: "2rem",
    place: "menu",
    cell: (row) => (
      <MenuButton
        label={`Actions for ${nameOf(row)}`}
        size="sm"
        items={[{ label: "Delete…", icon: "trash", tone: "danger", onSelect: () => ask(row) }]}
      />
    ),
  };
}
