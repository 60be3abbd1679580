import { OWNER_KINDS } from "#resources/owner-kind.ts";
import { createContext, use } from "react";
import { Link } from "react-router-dom";
import { isKeyInUse } from "#resources/api-keys.ts";
import { href } from "#resources/paths.ts";
import { createdColumn, idColumn, OWNER_FACETS, ownerColumn } from "#table/plain-columns.tsx";
import type { JsonObject } from "#table/resource-list.tsx";
import type { Column } from "#table/column.ts";
import type { RowModel } from "#table/rows.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { MenuButton } from "#ui/menu.tsx";
import { Pill } from "#ui/status.tsx";

/** Asks whether to delete a key. The value must stay the same function, or every row renders again. */
export const AskDeleteContext = createContext<(key: ApiKey) => void>(() => undefined);

/** Search looks at everything a key says of itself; filters by its owner, and by what kind of owner that is. */
export const keyModel: RowModel<ApiKey> = {
  searchText: ({ description, id, owner_id: owner, metadata }) =>
    [description, id, owner, metadata].join("\n").toLowerCase(),
  facets: OWNER_FACETS,
  sortKeys: {
    name: ({ description, id }) => (description || id).toLowerCase(),
    owner: ({ owner_id: owner }) => owner ?? "",
    created: ({ created_at: at }) => Date.parse(at),
  },
  tie: ({ id }) => id,
};

export const keySchema: TableSchema = {
  facets: keyModel.facets.map(({ id }) => id),
  fixed: { kind: OWNER_KINDS },
  sortable: Object.keys(keyModel.sortKeys),
  defaultSort: { column: "created", descending: true },
};

function Name({ apiKey }: { apiKey: ApiKey }) {
  const { id, description } = apiKey;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link to={href.key(id)} className="min-w-0 scroll-mt-10 truncate font-strong hover:underline">
        {description || <span className="font-mono text-xs">{id}</span>}
      </Link>
      {isKeyInUse(id) === true ? <Pill tone="run">this console</Pill> : null}
    </span>
  );
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const askDelete = use(AskDeleteContext);
  return (
    <MenuButton
      label={`Actions for ${apiKey.description || apiKey.id}`}
      size="sm"
      items={[
        { label: "Open", icon: "right", to: href.key(apiKey.id) },
        { label: "Rotate…", icon: "refresh", to: href.keyRotate(apiKey.id) },
        "separator",
        { label: "Delete…", icon: "trash", tone: "danger", onSelect: () => askDelete(apiKey) },
      ]}
    />
  );
}

/** The columns of /keys. */
export const columns: readonly Column<ApiKey>[] = [
  {
    id: "name",
    head: "Used by",
    width: "minmax(12rem, 1fr)",
    place: "lead",
    sortable: true,
    cell: (apiKey) => <Name apiKey={apiKey} />,
  },
  idColumn(),
  ownerColumn(),
  { ...createdColumn<ApiKey>(), place: "sub" },
  {
    id: "menu",
    head: "Actions",
    width: "2rem",
    place: "menu",
    cell: (apiKey) => <Actions apiKey={apiKey} />,
  },
];

/** A key as it is exported. Never its token: only named fields are. */
export function exportKey({ id, description, owner_id, created_at }: ApiKey): JsonObject {
  return { id, name: description, owner: owner_id, created: created_at };
}
