import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { apiKeys } from "#resources/api-keys.ts";
import { keyUsesQuery, lastUseOf } from "#resources/key-uses.ts";
import { curlOf } from "#components/curl.ts";
import { useRotateRule } from "#components/use-owner-rule.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { href } from "#resources/paths.ts";
import { ObjectPage } from "#table/object-page.tsx";
import { useList } from "#table/use-list.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { MenuItems } from "#ui/menu-item.ts";
import { keyTable, type KeyRow, plainKeyTable } from "./key-columns.tsx";
import { DeleteKeyDialog } from "#components/lazy-delete-key-dialog.ts";

const REMOVAL = {
  dialog: (apiKey: ApiKey, onClose: () => void) => <DeleteKeyDialog apiKey={apiKey} onClose={onClose} />,
};

/** Every API key; a new one is created in a dialog over this list (a child route). */
export function Component() {
  const list = useList(apiKeys);
  const { data: uses } = useQuery(keyUsesQuery);
  const rows = useMemo(
    () => list.items.map((key): KeyRow => ({ ...key, usedAt: lastUseOf(uses, key.id) })),
    [list.items, uses],
  );
  const refusalOf = useRotateRule();
  const menuOf = useCallback(
    ({ id, owner_id: owner }: ApiKey): MenuItems => [
      { label: "Open", icon: "right", to: href.key(id) },
      { label: "Rotate…", icon: "refresh", to: href.keyRotate(id), disabledReason: refusalOf(owner) },
      "separator",
    ],
    [refusalOf],
  );
  return (
    <ObjectPage
      resource={apiKeys}
      table={uses === null ? plainKeyTable : keyTable}
      list={list}
      rows={rows}
      newTo={href.keyNew()}
      menuOf={menuOf}
      empty={<NoKeys />}
      removal={REMOVAL}
    />
  );
}

function NoKeys() {
  return (
    <EmptyState title="No keys yet">
      <div className="grid gap-4">
        <p>A key lets a script or a service call this API. Create one here, or from a shell:</p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/api_keys", body: { description: "CI deploys" } })}
        />
      </div>
    </EmptyState>
  );
}
