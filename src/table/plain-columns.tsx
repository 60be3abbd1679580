import { Link, useSearchParams } from "react-router-dom";
import { OwnerName } from "#components/owner-name.tsx";
import { OWNER_KINDS, ownerKind } from "#resources/owner-kind.ts";
import { NOT_SHOWN } from "#resources/texts.ts";
import { RelativeTime } from "#ui/time.tsx";
import type { Column, Identified } from "./column.ts";

type Text = string | null | undefined;
type Described = Identified & { description?: Text; metadata?: Text };

/** The column of a row's name; it opens the row beside the table and keeps what else the URL chooses. */
export function nameColumn<T extends Described>(head: string, nameOf: (row: T) => string): Column<T> {
  return {
    id: "name",
    head,
    width: "minmax(12rem, 1fr)",
    place: "lead",
    value: ({ description }) => description,
    sort: (row) => nameOf(row).toLowerCase(),
    search: ({ description, metadata }) => [description, metadata],
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
      className="min-w-0 truncate font-strong hover:underline"
    >
      {children}
    </Link>
  );
}

/** The column of a row's owner; filters by it, and by what kind of owner that is. */
export function ownerColumn<T extends { owner_id?: Text }>(): Column<T> {
  return {
    id: "owner",
    head: "Owner",
    width: "8.5rem",
    place: "drop",
    value: ({ owner_id: owner }) => owner,
    sort: "value",
    search: true,
    facets: [
      {
        id: "kind",
        label: "Owner type",
        values: OWNER_KINDS,
        of: ({ owner_id: owner }) => ownerKind(owner),
      },
      {
        of: ({ owner_id: owner }) => owner || NOT_SHOWN,
        show: (owner) => (owner === NOT_SHOWN ? owner : <OwnerName id={owner} look="text" />),
      },
    ],
    cell: ({ owner_id: owner }) => (owner ? <OwnerName id={owner} look="short" /> : NOT_SHOWN),
  };
}

/** The column of a row's age. */
export function createdColumn<T extends { created_at?: string | undefined }>(): Column<T> {
  return {
    id: "created",
    head: "Created",
    width: "7rem",
    place: "drop",
    className: "text-content-muted",
    value: ({ created_at: at }) => at,
    sort: ({ created_at: at }) => Date.parse(at ?? "") || 0,
    cell: ({ created_at: at }) => (at ? <RelativeTime at={at} /> : NOT_SHOWN),
  };
}
