import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { Outlet, useMatch } from "react-router-dom";
import { apiKeys } from "#api/api-keys.ts";
import { useScan } from "#api/scanned-list.ts";
import { curlOf } from "#components/curl.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href, paths } from "#components/paths.ts";
import { ListFrame } from "#components/resource-table/list-frame.tsx";
import { ResourceTable } from "#components/resource-table/resource-table.tsx";
import { visibleRows } from "#components/resource-table/rows.ts";
import { Toolbar } from "#components/resource-table/toolbar.tsx";
import { useTableState } from "#components/url-state.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { AskDeleteContext, columns, keyModel, keySchema } from "./key-columns.tsx";

const DeleteKeyDialog = lazy(async () => {
  const { DeleteKeyDialog } = await import("#components/delete-key-dialog.tsx");
  return { default: DeleteKeyDialog };
});

const poll = apiKeys.every(15_000);
const NO_KEYS: ApiKey[] = [];
const keyOf = ({ id }: ApiKey) => id;

/** Every API key; a new one is made in a dialog over this list (a child route). */
export function Component() {
  const query = useQuery({ ...apiKeys.query, refetchInterval: poll });
  const scan = useScan(apiKeys);
  const rows = query.data ?? scan?.items ?? NO_KEYS;
  const making = useMatch(paths.keyNew) !== null;
  return (
    <Page
      title="Keys"
      titleExtra={
        rows.length === 0 ? null : <span className="text-content-muted">{formatCount(rows.length)}</span>
      }
      crumbs={making ? [{ label: "Keys", to: href.keys() }, { label: "New key" }] : [{ label: "Keys" }]}
      freshness={<Freshness query={query} />}
      actions={
        <ButtonLink to={href.keyNew()} variant="primary" icon="plus">
          New key
        </ButtonLink>
      }
    >
      <ListFrame noun="keys" query={query} some={rows.length > 0} empty={<NoKeys />}>
        <KeysTable rows={rows} />
      </ListFrame>
      <Outlet />
    </Page>
  );
}

function KeysTable({ rows }: { rows: readonly ApiKey[] }) {
  const { state, change } = useTableState(keySchema);
  const shown = useMemo(() => visibleRows(rows, keyModel, state), [rows, state]);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  return (
    <>
      <Toolbar noun="keys" rows={rows} matching={shown.length} model={keyModel} {...{ state, change }} />
      {shown.length === 0 ? <p className="text-content-muted">No key matches.</p> : null}
      <AskDeleteContext value={setDeleting}>
        <ResourceTable
          label="Keys"
          rows={shown}
          keyOf={keyOf}
          columns={columns}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
        />
      </AskDeleteContext>
      {deleting ? (
        <Suspense>
          <DeleteKeyDialog
            apiKey={deleting}
            onOpenChange={(open) => {
              if (!open) setDeleting(null);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function NoKeys() {
  return (
    <EmptyState title="No keys to show">
      <div className="grid gap-4">
        <p>A key lets a script or a service call this API. Make one with “New key”, or from a shell:</p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/api_keys", body: { description: "CI deploys" } })}
        />
      </div>
    </EmptyState>
  );
}
