import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { edgesQuery, type EdgeList, type EdgeRow } from "#api/edges.ts";
import { pollEvery } from "#api/query-client.ts";
import { curlOf } from "#components/curl.ts";
import { edgeName, hostOf } from "#components/edge-words.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#components/paths.ts";
import { QueryGate } from "#components/query-gate.tsx";
import { ModuleChips } from "#modules/module-chips.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { RelativeTime } from "#ui/time.tsx";

const poll = pollEvery(15_000);

/** Every HTTPS edge: its hosts, its routes and what they do. */
export function Component() {
  const query = useQuery({ ...edgesQuery, refetchInterval: poll });
  const count = query.data?.edges.length;
  return (
    <Page
      title="Edges"
      titleExtra={
        count === undefined ? null : <span className="text-content-muted">{formatCount(count)}</span>
      }
      crumbs={[{ label: "Edges" }]}
      freshness={<Freshness query={query} />}
    >
      <QueryGate query={query} tried="load the edges">
        {(list) => <Edges list={list} />}
      </QueryGate>
    </Page>
  );
}

function Edges({ list: { edges, source } }: { list: EdgeList }) {
  return (
    <>
      {source === "endpoints" ? (
        <Note>This service has no list of edges. These are the HTTPS edges that its endpoints name.</Note>
      ) : null}
      {edges.length === 0 ? <NoEdges /> : <EdgesTable edges={edges} />}
    </>
  );
}

function NoEdges() {
  return (
    <EmptyState title="No HTTPS edges yet">
      <div className="grid gap-4">
        <p>
          An edge listens at a host of yours and passes requests on by its routes. Make one from a shell, with
          a key of yours in <code className="font-mono text-xs">GATEHOUSE_KEY</code>:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({
            method: "POST",
            path: "/edges/https",
            body: { hostports: ["app.example.com:443"] },
          })}
        />
      </div>
    </EmptyState>
  );
}

function EdgesTable({ edges }: { edges: readonly EdgeRow[] }) {
  return (
    <div className="-mx-4 border-t border-line md:-mx-5">
      <table className="w-full max-md:block" aria-label="HTTPS edges">
        <thead className="max-md:sr-only">
          <tr className="h-row-head border-b border-line text-xs text-content-muted">
            <th scope="col" className="px-3 md:pl-5">
              Hosts
            </th>
            <th scope="col" className="px-3">
              Id
            </th>
            <th scope="col" className="px-3">
              Routes
            </th>
            <th scope="col" className="px-3">
              Modules
            </th>
            <th scope="col" className="px-3 md:pr-5">
              Created
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {edges.map((edge) => (
            <EdgeTableRow key={edge.id} edge={edge} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EdgeTableRow({ edge }: { edge: EdgeRow }) {
  const { routes, created_at: createdAt } = edge;
  const more = (edge.hostports ?? []).slice(1).map(hostOf);
  return (
    <tr className="border-b border-line hover:bg-surface-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2 md:h-row">
      <td className="min-w-0 max-md:w-full md:max-w-96 md:px-3 md:py-1 md:pl-5">
        <Link to={href.httpsEdge(edge.id)} className="font-strong wrap-anywhere hover:underline">
          {edgeName(edge)}
        </Link>
        {more.length > 0 ? (
          <span className="ml-2 text-content-muted" title={more.join(", ")}>
            and {more.length} more
          </span>
        ) : null}
        {edge.description ? (
          <div className="truncate text-xs text-content-muted">{edge.description}</div>
        ) : null}
      </td>
      <td className="md:px-3">
        <CopyId id={edge.id} />
      </td>
      <td className="max-md:text-xs max-md:text-content-muted md:px-3">
        {routes ? formatCount(routes.length) : "not shown"}
        <span className="md:sr-only"> {routes?.length === 1 ? "route" : "routes"}</span>
      </td>
      <td className="max-md:w-full md:px-3 md:py-1">{routes ? <ModuleChips routes={routes} /> : null}</td>
      <td className="text-content-muted max-md:hidden md:px-3 md:pr-5">
        {createdAt ? <RelativeTime at={createdAt} /> : "not shown"}
      </td>
    </tr>
  );
}
