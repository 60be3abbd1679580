import { useState } from "react";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import {
  backendRef,
  faultWay,
  isBroken,
  isClosed,
  isUnreached,
  leadOf,
  leadWords,
  useEdgeWays,
  useServing,
  wayWords,
  type EdgeWay,
} from "#resources/edge-way.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { groupBy } from "#resources/group-by.ts";
import { endpointName } from "#resources/tunnel-names.ts";
import type { Ref } from "#contract/answer.ts";
import type { Route } from "#contract/route.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { AlsoPlain, OpenToAnyone } from "./also-plain.tsx";
import { backendIds, type Served, tunnelsBehind } from "./blast-radius.ts";
import { PathStep, TrafficPath, TunnelSteps } from "./traffic-path.tsx";
import { TunnelFork } from "./tunnel-fork.tsx";
import { useServed } from "./use-served.ts";
import { WhyBroken } from "./why-broken.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { OpenUrl } from "#ui/open-url.tsx";
import { isOpenable } from "#ui/openable.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";

/** The way from a public URL to the upstream. `tunnel` null = an edge serves it, or the tunnel can't be read; `online` false = it has ended. */
export function EndpointPath(props: { endpoint: Endpoint; tunnel: Tunnel | null; online?: boolean }) {
  const { endpoint, tunnel, online = true } = props;
  const way = faultWay({ ...endpoint, address: endpointName(endpoint) }, useServing());
  const why = way && online ? wayWords(way).why : undefined;
  // An app that can't be reached is told where the way to it ends.
  const fails = why !== undefined && tunnel !== null && way !== null && isUnreached(way.lead);
  return (
    <TrafficPath>
      <PathStep
        icon="globe"
        kind="Endpoint"
        here
        detail={[endpoint.proto, endpoint.region].filter(Boolean).join(" · ")}
        aside={<CopyButton text={endpointName(endpoint)} label="Copy the public URL" />}
      >
        <PublicUrl endpoint={endpoint} />
        {!endpoint.edge && online ? (
          <>
            <OpenToAnyone proto={endpoint.proto} address={endpointName(endpoint)} />
            {endpoint.proto === "https" ? <AlsoPlain /> : null}
          </>
        ) : null}
        {why === undefined || fails ? null : <span className="block text-xs text-content-muted">{why}</span>}
      </PathStep>
      {endpoint.edge ? (
        <EdgeSteps key={endpoint.edge.id} edge={endpoint.edge} online={online} />
      ) : tunnel ? (
        <TunnelSteps tunnel={tunnel} online={online} fails={fails} why={fails ? why : undefined} />
      ) : (
        <PathStep icon="tunnels" kind="Tunnel">
          {endpoint.tunnel ? <RefLookup reference={endpoint.tunnel} /> : "The service names none."}
        </PathStep>
      )}
    </TrafficPath>
  );
}

function PublicUrl({ endpoint }: { endpoint: Endpoint }) {
  const { public_url: url } = endpoint;
  if (!url || !isOpenable(url)) return <span className="font-strong">{endpointName(endpoint)}</span>;
  return <OpenUrl url={url} className="font-strong link-quiet" />;
}

/** So many broken routes are named. */
const ROUTES_MAX = 5;

/** Where requests fail, and what to do about it: once for the routes that fail alike. */
function BrokenRoutes({ edgeId, routes }: { edgeId: string; routes: readonly Route[] }) {
  const { edges } = useKnownEdges();
  const edge = edges?.find(({ id }) => id === edgeId);
  const serving = useServing();
  const alike = groupBy(routes.slice(0, ROUTES_MAX), (route) => {
    const lead = leadOf(route, serving, edge);
    return lead === "no tunnel" ? `${lead} ${backendRef(route)?.id}` : lead;
  });
  return (
    <ul aria-label="Failing routes" className="mt-2 grid gap-2 rounded-md bg-danger-soft px-3 py-2">
      {[...alike].map(([key, [route, ...others]]) => {
        if (!route) return null;
        const { tone, text } = leadWords(leadOf(route, serving, edge));
        return (
          <li key={key}>
            <span className="flex flex-wrap items-center gap-x-3">
              {[route, ...others].map(({ id, match }) => (
                <Link key={id} to={href.route(edgeId, id)} className="link font-mono">
                  {match}
                </Link>
              ))}
              <Status tone={tone}>{text}</Status>
            </span>
            <WhyBroken owner={route} serving={serving} {...(edge && { edge })} />
          </li>
        );
      })}
      {routes.length > ROUTES_MAX ? <li>{routes.length - ROUTES_MAX} more</li> : null}
    </ul>
  );
}

/** What the online tunnels serve where some routes fail. */
function servedText({ broken, of }: EdgeWay): string {
  const others = of - broken.length;
  if (broken.length === 0 || others === 0) return "";
  return `for the other ${others === 1 ? "route" : `${others} routes`}`;
}

/** The tunnels behind an edge; where some of its routes fail, those of the others. */
function tunnelsOf(edgeId: string, served: Served, way: EdgeWay | undefined): Tunnel[] {
  const tunnels = tunnelsBehind(edgeId, served)?.tunnels ?? [];
  const broken = new Set(way?.broken.map(({ match }) => match));
  const routes = served.edgeRoutes?.get(edgeId) ?? [];
  const others = new Set(routes.flatMap(({ match, backend }) => (broken.has(match) ? [] : backend)));
  if (broken.size === 0 || others.size === 0) return tunnels;
  return tunnels.filter((tunnel) => backendIds(tunnel).some((id) => others.has(id)));
}

/** An edge and what serves it; what did last, once it has ended or is gone. */
function EdgeSteps({ edge, online }: { edge: Ref; online: boolean }) {
  const { served } = useServed();
  const way = useEdgeWays()?.get(edge.id);
  const now = served ? tunnelsOf(edge.id, served, way) : [];
  const [last, setLast] = useState(now);
  if (now.length > 0 && now.map(({ id }) => id).join() !== last.map(({ id }) => id).join()) setLast(now);
  const isOver = !online || served?.edgeBackends?.has(edge.id) === false;
  const tunnels = isOver && now.length === 0 ? last : now;
  const trouble = way && isBroken(way.lead) ? wayWords(way) : null;
  return (
    <>
      <PathStep
        icon="edges"
        kind="Edge"
        aside={
          trouble && tunnels.length > 0 && way?.broken.length === 0 ? (
            <Status tone={trouble.tone}>{trouble.text}</Status>
          ) : null
        }
      >
        <RefLookup reference={edge} />
        {way && way.broken.length > 0 ? (
          <BrokenRoutes edgeId={edge.id} routes={way.broken} />
        ) : way && isClosed(way.lead) && tunnels.length > 0 ? (
          <span className="block text-xs text-content-muted">{trouble?.why}</span>
        ) : null}
      </PathStep>
      {tunnels.length > 1 || (tunnels.length > 0 && way?.broken.length) ? (
        <TunnelFork tunnels={tunnels} serves={way ? servedText(way) : ""} />
      ) : (
        tunnels.map((tunnel) => <TunnelSteps key={tunnel.id} tunnel={tunnel} />)
      )}
      {tunnels.length === 0 && !way?.broken.length && !(isOver && served) ? (
        <PathStep icon="tunnels" kind="Tunnels">
          {served ? (
            trouble ? (
              <>
                <Status tone={trouble.tone}>{trouble.text}</Status>
                <span className="block text-xs text-content-muted">{trouble.why}</span>
              </>
            ) : (
              <span className="text-content-muted">The service does not show its backends.</span>
            )
          ) : (
            <Skeleton className="my-1 w-40" />
          )}
        </PathStep>
      ) : null}
    </>
  );
}
