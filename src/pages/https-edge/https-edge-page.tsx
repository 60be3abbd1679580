import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router-dom";
import { edgeQuery, routePath } from "#api/edges.ts";
import { pollEvery } from "#api/query-client.ts";
import { curlOf } from "#components/curl.ts";
import { edgeName, matchTypeWords } from "#components/edge-words.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#components/paths.ts";
import { Absent, QueryGate } from "#components/query-gate.tsx";
import type { HttpsEdge } from "#contract/edge.ts";
import type { Route } from "#contract/route.ts";
import { ModuleChips } from "#modules/module-chips.tsx";
import { ModuleStatus } from "#modules/module-status.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";

const poll = pollEvery(15_000);

/** One HTTPS edge: where it listens and its routes, in the order the service gives them. */
export function Component() {
  const { id = "" } = useParams();
  const query = useQuery({ ...edgeQuery(id), refetchInterval: poll });
  const name = edgeName(query.data ?? { id });
  return (
    <Page
      title={name}
      titleExtra={<CopyId id={id} />}
      subtitle={query.data?.description}
      crumbs={[{ label: "Edges", to: href.edges() }, { label: name }]}
      freshness={<Freshness query={query} />}
    >
      <QueryGate
        query={query}
        tried="load this edge"
        absent={<Absent what="edge" id={id} back={<ButtonLink to={href.edges()}>All edges</ButtonLink>} />}
      >
        {(edge) => (
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Routes edge={edge} />
            <Details edge={edge} />
          </div>
        )}
      </QueryGate>
    </Page>
  );
}

function Routes({ edge }: { edge: HttpsEdge }) {
  const routes = edge.routes ?? [];
  return (
    <Panel title="Routes" count={routes.length}>
      {routes.length === 0 ? (
        <NoRoutes edgeId={edge.id} />
      ) : (
        <ul>
          {routes.map((route) => (
            <RouteRow key={route.id} edgeId={edge.id} route={route} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RouteRow({ edgeId, route }: { edgeId: string; route: Route }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-0 hover:bg-surface-hover">
      <span className="w-24 flex-none text-content-muted max-md:text-xs">
        {matchTypeWords(route.match_type)}
      </span>
      <span className="min-w-0 flex-[1_1_10rem]">
        <Link
          to={href.route(edgeId, route.id)}
          className="font-mono text-xs font-strong wrap-anywhere hover:underline"
        >
          {route.match}
        </Link>
        {route.description ? (
          <span className="block text-xs text-content-muted wrap-anywhere">{route.description}</span>
        ) : null}
      </span>
      <span className="min-w-0 flex-[1_1_12rem]">
        <ModuleChips routes={[route]} />
      </span>
      <CopyId id={route.id} />
    </li>
  );
}

function NoRoutes({ edgeId }: { edgeId: string }) {
  const body = { match_type: "path_prefix", match: "/" };
  return (
    <EmptyState title="No routes yet">
      <div className="grid gap-4">
        <p>Without a route the edge has nowhere to pass a request on to. Make one from a shell:</p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: routePath(edgeId, "").replace(/\/$/, ""), body })}
        />
      </div>
    </EmptyState>
  );
}

function Details({ edge }: { edge: HttpsEdge }) {
  const hostports = edge.hostports ?? [];
  const rows = [
    {
      label: "Listens at",
      value:
        hostports.length === 0
          ? "nowhere yet"
          : hostports.map((hostport) => (
              <div key={hostport} className="font-mono text-xs leading-5">
                {hostport}
              </div>
            )),
    },
    { label: "TLS termination", value: <ModuleStatus value={edge.tls_termination} /> },
    { label: "Mutual TLS", value: <ModuleStatus value={edge.mutual_tls} /> },
    { label: "Created", value: <RelativeTime at={edge.created_at} /> },
  ];
  return (
    <Panel title="Details">
      <div className="grid gap-3 p-4">
        <Properties rows={rows} />
        {edge.metadata ? (
          <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{edge.metadata}</pre>
        ) : null}
      </div>
    </Panel>
  );
}
