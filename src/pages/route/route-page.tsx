import { AlsoPlain } from "#fleet/also-plain.tsx";
import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { edges, routesOf } from "#resources/edges.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import {
  isBroken,
  isClosed,
  isUnreached,
  leadOf,
  leadWords,
  type Lead,
  useServing,
} from "#resources/edge-way.ts";
import { edgeName, matchTypeWords, routePlace } from "#resources/edge-names.ts";
import { fieldHref } from "#resources/module-href.ts";
import { href } from "#resources/paths.ts";
import { pollEvery } from "#api/query-client.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { RouteActions } from "#modules/route-actions.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate, thereOf } from "#components/query-gate.tsx";
import { isOn } from "#contract/modules/closed-by.ts";
import type { Route } from "#contract/route.ts";
import { AbsentRoute } from "#edges/absent-route.tsx";
import { BrokenNote } from "#fleet/why-broken.tsx";
import { FindingsPanel } from "#modules/editor/findings-panel.tsx";
import { textsOf } from "#modules/texts.ts";
import { lint } from "#modules/lint/lint.ts";
import { useIpRules } from "#modules/lint/use-ip-rules.ts";
import { ModuleList } from "#modules/editor/module-list.tsx";
import { leaveOutOwnerSecrets } from "#editing/secret-values.ts";
import { TestButton } from "#traffic/test-button.tsx";
import { newDraft, urlOf } from "#traffic/test-draft.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { OpenUrl } from "#ui/open-url.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

const TrafficPanel = lazyPart(() => import("#traffic/traffic-panel.tsx"), "TrafficPanel");
const LivePanel = lazyPart(() => import("#traffic/live-panel.tsx"), "LivePanel");
const KeepBodies = lazyPart(() => import("#traffic/keep-bodies.tsx"), "KeepBodies");

const poll = pollEvery(15_000);

/** One route: what is set on it, in the order a request meets it, and what may be wrong with that. */
export function Component() {
  const { edgeId = "", routeId = "" } = useParams();
  const query = useQuery({ ...routesOf(edgeId).detail(routeId), refetchInterval: poll });
  const { data: edge = { id: edgeId } } = useQuery({ ...edges.https.detail(edgeId), refetchInterval: poll });
  const address = { owner: "route", edgeId, routeId } as const;
  const route = query.data;
  const ipRules = useIpRules(route);
  const targetOf = (modules: Route) => ({ owner: "route" as const, id: routeId, modules, edge, ipRules });
  const there = thereOf(query);
  const serving = useServing();
  const lead = there ? leadOf(there, serving, edge) : "unknown";
  const words = leadWords(lead);
  const { hostports = null }: { hostports?: readonly string[] | null; id: string } = edge;
  const hasAddress = hostports !== null && hostports.length > 0;
  const found = route ? lint(targetOf(route), serving) : [];
  // The note above says it; of which module it can’t be read is said below.
  const said = found.find(({ closing, seen }) => (closing ?? seen) === lead);
  const findings = found.filter((one) => one !== said || lead === "unreadable");
  const mend = said
    ? {
        label: said.field === undefined ? `Open ${textsOf(said.module).title}` : "Go to field",
        to: fieldHref(address, said),
      }
    : mendOf(lead, edgeId, routeId);
  return (
    <Page
      title={route ? routePlace(edge, route.match) : "Route"}
      titleExtra={
        <>
          {isBroken(lead) || (lead === "served" && hasAddress) ? (
            <Status tone={words.tone}>{words.text}</Status>
          ) : null}
          <CopyId id={routeId} />
        </>
      }
      // A route that is gone is reached at no address.
      subtitle={route ? <Subtitle hostports={there ? hostports : null} edge={edge} route={route} /> : null}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: edgeName(edge), to: href.httpsEdge(edgeId) },
        { label: route?.match ?? routeId },
      ]}
      freshness={<Freshness query={query} />}
      actions={
        there ? (
          <>
            <TestButton
              label="Send a test request"
              title={`Send a test request to ${routePlace(edge, there.match)}`}
              start={(port) => newDraft(urlOf(edge, there.match, port))}
            />
            <CopyRoute edgeId={edgeId} route={there} />
            <RouteActions edge={edge} route={there} />
          </>
        ) : null
      }
    >
      {route && (lead === "no tunnel" || lead === "no address" || isClosed(lead) || isUnreached(lead)) ? (
        <BrokenNote owner={route} serving={serving} edge={edge} mend={mend} />
      ) : null}
      <QueryGate
        query={query}
        tried="load this route"
        loading={<SkeletonRows />}
        absent={<AbsentRoute edgeId={edgeId} routeId={routeId} known={route !== undefined} />}
      >
        {(loaded) => (
          <>
            <div className="grid items-start gap-6 lg:has-[>*+*]:grid-cols-[minmax(0,1fr)_20rem]">
              <ModuleList
                address={address}
                target={targetOf(loaded)}
                place={routePlace(edge, loaded.match)}
                findings={said?.seen ? found : findings}
              />
              <FindingsPanel owner={address} findings={findings} />
            </div>
            <LivePanel route={loaded} place={routePlace(edge, loaded.match)} />
            <KeepBodies of={[routeId]} />
            <TrafficPanel by="route" id={routeId} />
            <HistoryPanel id={routeId} />
          </>
        )}
      </QueryGate>
    </Page>
  );
}

/** What mends a route that serves nobody, where neither a setting of a module does nor an agent. */
function mendOf(
  lead: Lead,
  edgeId: string,
  routeId: string,
): { label: string; to: string } | null | undefined {
  if (lead === "never asked") return { label: "Edit route", to: href.routeEdit(edgeId, routeId) };
  if (lead === "no address") return { label: "Add address", to: href.edgeEdit("https", edgeId) };
  if (isClosed(lead)) return null;
  if (isUnreached(lead))
    return { label: "Show requests", to: href.traffic(`?${new URLSearchParams({ route: routeId })}`) };
  return undefined;
}

function Subtitle(props: { hostports: readonly string[] | null; edge: object; route: Route }) {
  const { hostports, edge, route } = props;
  const { data: config } = useQuery(servedConfigQuery);
  // That of a wildcard stands for many.
  const own = hostports?.filter((one) => !one.startsWith("*"));
  const url = urlOf({ hostports: own }, route.match, config?.edge?.httpsPort);
  return (
    <>
      {url ? (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1">
          <OpenUrl url={url} className="link wrap-anywhere" />
          <CopyButton text={url} label="Copy URL" />
          {isOn("mutual_tls" in edge ? edge.mutual_tls : null) ? null : <AlsoPlain />}
        </span>
      ) : null}
      {matchTypeWords(route.match_type)}
      {route.description ? ` · ${route.description}` : null} · created <RelativeTime at={route.created_at} />
    </>
  );
}

function CopyRoute({ edgeId, route }: { edgeId: string; route: Route }) {
  const { value, leftOut } = leaveOutOwnerSecrets(route);
  return <CopyAs request={{ path: routesOf(edgeId).pathOf(route.id) }} json={value} leftOut={leftOut} />;
}
