import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { edgeQuery, routeQuery } from "#api/edges.ts";
import { pollEvery } from "#api/query-client.ts";
import { edgeName, matchTypeWords, routePlace } from "#components/edge-words.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#components/paths.ts";
import { Absent, QueryGate } from "#components/query-gate.tsx";
import { ROUTE_MODULES, type RouteModule } from "#contract/modules/kinds.ts";
import type { Route } from "#contract/route.ts";
import { moduleOf } from "#modules/registry.ts";
import { textsOf } from "#modules/texts.ts";
import { ModuleStatus } from "#modules/module-status.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";

const poll = pollEvery(15_000);

/** One route: all its modules, on, off or not set, each in a line. */
export function Component() {
  const { edgeId = "", routeId = "" } = useParams();
  const query = useQuery({ ...routeQuery(edgeId, routeId), refetchInterval: poll });
  const { data: edge = { id: edgeId } } = useQuery(edgeQuery(edgeId));
  const route = query.data;
  const back = <ButtonLink to={href.httpsEdge(edgeId)}>Its edge</ButtonLink>;
  return (
    <Page
      title={route ? routePlace(edge, route.match) : routeId}
      titleExtra={<CopyId id={routeId} />}
      subtitle={route ? <Subtitle route={route} /> : null}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: edgeName(edge), to: href.httpsEdge(edgeId) },
        { label: route?.match ?? routeId },
      ]}
      freshness={<Freshness query={query} />}
    >
      <QueryGate
        query={query}
        tried="load this route"
        loading={<SkeletonRows rows={ROUTE_MODULES.length} />}
        absent={<Absent what="route" id={routeId} back={back} />}
      >
        {(loaded) => <Modules edgeId={edgeId} routeId={routeId} route={loaded} />}
      </QueryGate>
    </Page>
  );
}

function Subtitle({ route }: { route: Route }) {
  return (
    <>
      {matchTypeWords(route.match_type)}
      {route.description ? ` · ${route.description}` : null} · created <RelativeTime at={route.created_at} />
    </>
  );
}

type Place = { edgeId: string; routeId: string; route: Route };

function Modules(place: Place) {
  const values = ROUTE_MODULES.map((kind) => place.route[kind]);
  const set = values.filter((value) => value !== null && value !== undefined);
  const off = set.filter(({ enabled }) => enabled === false).length;
  const count = `${set.length - off} on, ${off} off, ${values.length - set.length} not set`;
  return (
    <div className="max-w-4xl">
      <Panel title="Modules" count={count}>
        <ul>
          {ROUTE_MODULES.map((kind) => (
            <ModuleRow key={kind} kind={kind} {...place} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function ModuleRow({ kind, edgeId, routeId, route }: Place & { kind: RouteModule }) {
  const { title, purpose } = textsOf(kind);
  const definition = moduleOf(kind);
  const value = route[kind];
  const verb = value ? "Edit" : "Add";
  return (
    <li className="grid min-h-row grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1 last:border-0 md:grid-cols-[5.5rem_10rem_minmax(0,1fr)_auto]">
      <ModuleStatus value={value} />
      <span className={value ? "font-strong" : undefined}>{title}</span>
      <span className="text-content-muted max-md:order-last max-md:col-span-3 max-md:text-xs">
        {value && definition ? definition.summary(value) : purpose}
      </span>
      {definition ? (
        <ButtonLink
          to={href.routeModule(edgeId, routeId, kind)}
          variant="ghost"
          size="sm"
          aria-label={`${verb} ${title}`}
          className="-mr-2"
          {...(value ? {} : { icon: "plus" })}
        >
          {verb}
        </ButtonLink>
      ) : (
        <span className="text-xs text-content-faint max-md:order-last max-md:col-span-3">
          Not editable in this console yet
        </span>
      )}
    </li>
  );
}
