import { Suspense, useState } from "react";
import { Outlet, useMatch } from "react-router-dom";
import { apiKeys } from "#resources/api-keys.ts";
import { curlOf } from "#components/curl.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href, paths } from "#resources/paths.ts";
import { ResourceList } from "#table/resource-list.tsx";
import { useList } from "#table/use-list.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { AskDeleteContext, columns, exportKey, keyModel, keySchema } from "./key-columns.tsx";

const DeleteKeyDialog = lazyExport(() => import("#components/delete-key-dialog.tsx"), "DeleteKeyDialog");

const NOUN = { one: "key", many: "keys" };
const keyOf = ({ id }: ApiKey) => id;

/** Every API key; a new one is made in a dialog over this list (a child route). */
export function Component() {
  const list = useList(apiKeys);
  const rows = list.items;
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const making = useMatch(paths.keyNew) !== null;
  return (
    <Page
      title="Keys"
      titleExtra={
        rows.length === 0 ? null : <span className="text-content-muted">{formatCount(rows.length)}</span>
      }
      crumbs={making ? [{ label: "Keys", to: href.keys() }, { label: "New key" }] : [{ label: "Keys" }]}
      freshness={<Freshness query={list.query} />}
      actions={
        <ButtonLink to={href.keyNew()} variant="primary" icon="plus">
          New key
        </ButtonLink>
      }
    >
      <AskDeleteContext value={setDeleting}>
        <ResourceList
          noun={NOUN}
          list={list}
          rows={rows}
          keyOf={keyOf}
          model={keyModel}
          schema={keySchema}
          columns={columns}
          empty={<NoKeys />}
          exportRow={exportKey}
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
      <Outlet />
    </Page>
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
