import { Link } from "react-router-dom";
import { useConnection } from "#api/connection.ts";
import { apiKeys, isKeyInUse } from "#resources/api-keys.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { href } from "#resources/paths.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn, nameColumn, ownerColumn } from "#table/plain-columns.tsx";
import { Pill } from "#ui/status.tsx";

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

/** The table of /keys. Tokens are never exported: only the values of columns are. */
export const keyTable = defineTable<ApiKey>({
  noun: apiKeys.noun,
  columns: [
    { ...nameColumn("Key", apiKeys.nameOf), cell: (apiKey) => <Name apiKey={apiKey} /> },
    idColumn(),
    ownerColumn(),
    { ...createdColumn(), place: "sub" },
  ],
  defaultSort: { column: "created", descending: true },
});
