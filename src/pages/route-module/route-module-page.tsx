import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router-dom";
import { edgeQuery, routePath, routeQuery } from "#api/edges.ts";
import { isAbsent } from "#api/errors.ts";
import { moduleQuery } from "#api/modules.ts";
import { pollEvery } from "#api/query-client.ts";
import { curlOf } from "#components/curl.ts";
import { edgeName, routePlace } from "#components/edge-words.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#components/paths.ts";
import { Absent, QueryGate } from "#components/query-gate.tsx";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { ModuleDefinition } from "#modules/define-module.ts";
import { ModuleEditor } from "#modules/module-editor.tsx";
import { moduleOf, ROUTE_MODULE_TEXTS } from "#modules/registry.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

const poll = pollEvery(15_000);

/** One module of a route, in the editor of its kind. */
export function Component() {
  const { edgeId = "", routeId = "", module = "" } = useParams();
  const definition = moduleOf(module);
  if (!definition) return <NotEditable edgeId={edgeId} routeId={routeId} wire={module} />;
  const key = `${edgeId}/${routeId}/${module}`;
  return <Editable key={key} edgeId={edgeId} routeId={routeId} definition={definition} />;
}

type Place = { edgeId: string; routeId: string };

function Editable({ edgeId, routeId, definition }: Place & { definition: ModuleDefinition }) {
  const address = { edgeId, routeId, kind: definition.kind };
  const query = useQuery({ ...moduleQuery(address), refetchInterval: poll, refetchOnMount: "always" });
  const route = useQuery(routeQuery(edgeId, routeId));
  const { data: edge = { id: edgeId } } = useQuery(edgeQuery(edgeId));
  const navigate = useNavigate();
  const crumbs = [
    { label: "Edges", to: href.edges() },
    { label: edgeName(edge), to: href.httpsEdge(edgeId) },
    { label: route.data?.match ?? routeId, to: href.route(edgeId, routeId) },
    { label: definition.title },
  ];
  // The same 404 says "not set" and "no such route"; reading the route tells which.
  const noRoute = query.data === null && isAbsent(route.error);
  // Only what was read since the page opened goes into a form: an older answer would look like a change made elsewhere.
  const settled = query.isFetchedAfterMount && (query.data !== null || !route.isPending);
  if (settled && !noRoute && query.data !== undefined) {
    return (
      <ModuleEditor
        definition={definition}
        address={address}
        latest={query.data}
        freshness={query}
        place={route.data ? routePlace(edge, route.data.match) : routeId}
        crumbs={crumbs}
        onRemoved={() => void navigate(href.route(edgeId, routeId))}
      />
    );
  }
  const back = <ButtonLink to={href.httpsEdge(edgeId)}>Its edge</ButtonLink>;
  return (
    <Page title={definition.title} crumbs={crumbs} freshness={<Freshness query={query} />}>
      {noRoute ? (
        <Absent what="route" id={routeId} back={back} />
      ) : (
        <QueryGate query={{ ...query, data: undefined }} tried={`load the ${definition.title.toLowerCase()}`}>
          {() => null}
        </QueryGate>
      )}
    </Page>
  );
}

function NotEditable({ edgeId, routeId, wire }: Place & { wire: string }) {
  const kind = ROUTE_MODULES.find((known) => known === wire);
  const title = kind ? ROUTE_MODULE_TEXTS[kind].title : wire;
  const back = <ButtonLink to={href.route(edgeId, routeId)}>All modules of this route</ButtonLink>;
  return (
    <Page
      title={title}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: edgeId, to: href.httpsEdge(edgeId) },
        { label: routeId, to: href.route(edgeId, routeId) },
        { label: title },
      ]}
    >
      {kind ? (
        <EmptyState title={`${title}: not editable in this console yet`} actions={back}>
          <div className="grid gap-4">
            <p>It can be read and replaced through the API:</p>
            <CodeBlock label="the command" text={curlOf({ path: `${routePath(edgeId, routeId)}/${kind}` })} />
          </div>
        </EmptyState>
      ) : (
        <Absent what="module" id={wire} back={back} />
      )}
    </Page>
  );
}
