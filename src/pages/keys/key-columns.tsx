import { Link } from "react-router-dom";
import { useConnection } from "#api/connection.ts";
import { apiKeys, isKeyInUse } from "#resources/api-keys.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { LastUse } from "#components/last-use.tsx";
import { href } from "#resources/paths.ts";
import type { Column } from "#table/column.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn, nameColumn, ownerColumn } from "#table/plain-columns.tsx";
import { Pill } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

/** A key with when it was last used: null = no use of it is recorded, undefined = that is not known. */
export type KeyRow = ApiKey & { usedAt: string | null | undefined };

function Name({ apiKey }: { apiKey: ApiKey }) {
  const { id, description } = apiKey;
  // Another tab may sign in with another key.
  useConnection();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link to={href.key(id)} className="min-w-0 truncate font-strong hover:underline">
        {description || "No name"}
      </Link>
      {isKeyInUse(id) === true ? <Pill tone="run">this console</Pill> : null}
    </span>
  );
}

/** Tells keys of one name apart, also where rows are stacked, with no head above it. */
const CREATED: Column<KeyRow> = {
  ...createdColumn(),
  place: "sub",
  cell: ({ created_at: at }) => (
    <span>
      <span className="hidden in-data-stacked:inline">Created </span>
      <RelativeTime at={at} />
    </span>
  ),
};

const USED: Column<KeyRow> = {
  id: "used",
  head: "Last used",
  width: "9rem",
  place: "sub",
  className: "text-content-muted",
  sort: ({ usedAt }) => Date.parse(usedAt ?? "") || 0,
  exports: ({ usedAt }) => ({ last_used_at: usedAt ?? null }),
  cell: ({ usedAt }) =>
    usedAt === undefined ? null : (
      <span>
        {usedAt === null ? null : <span className="hidden in-data-stacked:inline">Used </span>}
        <LastUse at={usedAt} />
      </span>
    ),
};

const tableWith = (used: readonly Column<KeyRow>[]) =>
  defineTable<KeyRow>({
    noun: apiKeys.noun,
    columns: [
      { ...nameColumn("Key", apiKeys.nameOf), cell: (apiKey) => <Name apiKey={apiKey} /> },
      idColumn(),
      ownerColumn(),
      ...used,
      CREATED,
    ],
    defaultSort: { column: "created", descending: true },
  });

/** The table of /keys. Tokens are never exported: only the values of columns are. */
export const keyTable = tableWith([USED]);
/** The same of a service that does not say when keys were last used. */
export const plainKeyTable = tableWith([]);
