import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, Outlet } from "react-router-dom";
import { apiKeys, isKeyInUse } from "#api/api-keys.ts";
import { curlOf } from "#components/curl.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#components/paths.ts";
import { QueryGate } from "#components/query-gate.tsx";
import type { ApiKey } from "#contract/api-key.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { MenuButton } from "#ui/menu.tsx";
import { Pill } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

const POLL_MS = 15_000;
const poll = apiKeys.every(POLL_MS);

const DeleteKeyDialog = lazy(async () => {
  const { DeleteKeyDialog } = await import("#components/delete-key-dialog.tsx");
  return { default: DeleteKeyDialog };
});

/** Every API key; a new one is made in a dialog over this list (a child route). */
export function Component() {
  const query = useQuery({ ...apiKeys.query, refetchInterval: poll });
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const count = query.data?.length;
  return (
    <Page
      title="Keys"
      titleExtra={
        count === undefined ? null : <span className="text-content-muted">{formatCount(count)}</span>
      }
      crumbs={[{ label: "Keys" }]}
      freshness={<Freshness query={query} />}
      actions={
        <ButtonLink to={href.keyNew()} variant="primary" icon="plus">
          New key
        </ButtonLink>
      }
    >
      <QueryGate query={query} tried="load the keys">
        {(keys) => (keys.length === 0 ? <NoKeys /> : <KeysTable keys={keys} onDelete={setDeleting} />)}
      </QueryGate>
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

function KeysTable({ keys, onDelete }: { keys: readonly ApiKey[]; onDelete: (key: ApiKey) => void }) {
  return (
    <div className="-mx-4 border-t border-line md:-mx-5">
      <table className="w-full max-md:block" aria-label="Keys">
        <thead className="max-md:sr-only">
          <tr className="h-row-head border-b border-line text-xs text-content-muted">
            <th scope="col" className="px-3 md:pl-5">
              Used by
            </th>
            <th scope="col" className="px-3">
              Id
            </th>
            <th scope="col" className="px-3">
              Owner
            </th>
            <th scope="col" className="px-3">
              Created
            </th>
            <th scope="col" className="w-14">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onDelete={() => onDelete(key)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const name = apiKey.description || apiKey.id;
  return (
    <tr className="border-b border-line hover:bg-surface-hover max-md:relative max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:px-4 max-md:py-2 md:h-row">
      <td className="min-w-0 max-md:w-full max-md:pr-10 md:max-w-96 md:px-3 md:pl-5">
        <span className="flex min-w-0 items-center gap-2">
          <Link to={href.key(apiKey.id)} className="truncate font-strong hover:underline">
            {apiKey.description ? name : <span className="font-mono text-xs">{name}</span>}
          </Link>
          {isKeyInUse(apiKey.id) === true ? <Pill tone="run">this console</Pill> : null}
        </span>
      </td>
      <td className="md:px-3">
        <CopyId id={apiKey.id} />
      </td>
      <td className="text-content-muted md:px-3">
        {apiKey.owner_id ? <CopyId id={apiKey.owner_id} /> : <span className="max-md:hidden">not shown</span>}
      </td>
      <td className="text-content-muted max-md:text-xs md:px-3">
        <RelativeTime at={apiKey.created_at} />
      </td>
      <td className="text-right max-md:absolute max-md:top-1 max-md:right-2 md:pr-5">
        <MenuButton
          label={`Actions for ${name}`}
          size="sm"
          items={[
            { label: "Open", icon: "right", to: href.key(apiKey.id) },
            "separator",
            { label: "Delete…", icon: "trash", tone: "danger", onSelect: onDelete },
          ]}
        />
      </td>
    </tr>
  );
}
