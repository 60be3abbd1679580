import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { ItsActivity } from "#components/no-such.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { TrustRoot } from "#components/trust-root.tsx";
import { useEdgeRoot } from "#resources/edge-root.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { EndpointPath } from "#fleet/endpoint-path.tsx";
import { ServedPage } from "#fleet/served-page.tsx";
import { faultWay, leadWords, useEdgeWays, useServing, wayWords } from "#resources/edge-way.ts";
import { useEdgeThere, useKnownEdges } from "#resources/edges.ts";
import { href } from "#resources/paths.ts";
import { addressOf, endpointName } from "#resources/tunnel-names.ts";
import { endpointTypeWords } from "#resources/type-words.ts";
import { breakable } from "#ui/breakable.tsx";
import { isOpenable } from "#ui/openable.ts";
import { RelativeTime } from "#ui/time.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { useEndpoint } from "./use-endpoint.ts";

const UnservedPath = lazyPart(() => import("#edges/unserved-path.tsx"), "UnservedPath");
const TrafficPanel = lazyPart(() => import("#traffic/traffic-panel.tsx"), "TrafficPanel");
const KeepBodies = lazyPart(() => import("#traffic/keep-bodies.tsx"), "KeepBodies");
const isHttp = (proto: Endpoint["proto"]) => proto === "http" || proto === "https";

/** The requests of a tunnel's URL: those before a restart are of another endpoint, and are what one comes for. */
function requestsOf({ tunnel, proto, public_url: url = "" }: Endpoint): string | undefined {
  if (!tunnel || !isHttp(proto) || !url || url.includes("*") || !URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return `?${new URLSearchParams({ q: `${protocol}//${hostname}` })}`;
}

const traffic = (endpoint: Endpoint, keeps: boolean) => {
  const { id, proto, created_at: began } = endpoint;
  return (
    <>
      {keeps && isHttp(proto) ? <KeepBodies of={[id]} /> : null}
      <TrafficPanel
        by="endpoint"
        id={id}
        began={began}
        noun={proto === "tcp" || proto === "tls" ? "connection" : "request"}
        query={requestsOf(endpoint)}
      />
    </>
  );
};

const KIND = {
  what: "endpoint" as const,
  list: { title: "Endpoints", to: href.endpoints(), path: "/endpoints" },
  nameOf: endpointName,
  toOf: href.endpoint,
  sinceOf: (endpoint: Endpoint) => endpoint.created_at,
  state: { on: () => "Online", ended: "Offline" },
  pathTitle: { on: "Request path", ended: "Request path before it ended" },
  unknown: {
    title: "This endpoint is offline or never existed",
    words: (id: ReactNode) => (
      <>
        No active endpoint has the ID {id}. After a restart, the same URL has a new ID. Search all endpoints
        for the URL.
      </>
    ),
  },
};

/** /endpoints/:id: one public listener and the way from it to the upstream, with the restart of the agent that serves it. */
export function Component() {
  const { id = "" } = useParams();
  return <EndpointView key={id} id={id} />;
}

function EndpointView({ id }: { id: string }) {
  const { tunnel, ...seen } = useEndpoint(id);
  const shown = seen.successor?.item ?? seen.query.data;
  const edgeId = shown?.edge?.id;
  const edge = useKnownEdges().edges?.find((one) => one.id === edgeId);
  const way = useEdgeWays()?.get(edgeId ?? "");
  const serving = useServing();
  const fault = shown && faultWay({ ...shown, address: endpointName(shown) }, serving);
  const root = useEdgeRoot();
  const online = !seen.gone || seen.successor !== null;
  const isEdgeThere = useEdgeThere(edgeId, !online);
  return (
    <ServedPage
      kind={KIND}
      id={id}
      seen={seen}
      details={(endpoint) => detailsOf(endpoint, root)}
      after={(endpoint) => traffic(endpoint, online)}
      ended={
        edgeId === undefined
          ? undefined
          : { why: whyEnded(isEdgeThere), actions: <ItsActivity id={edgeId} /> }
      }
      status={
        fault
          ? wayWords(fault)
          : edgeId === undefined
            ? undefined
            : way
              ? wayWords(way)
              : leadWords("unknown")
      }
    >
      {(endpoint) => (
        <>
          <div className="px-4 pt-3 empty:hidden">{edge ? <UnservedPath edge={edge} /> : null}</div>
          <EndpointPath endpoint={endpoint} tunnel={tunnel} online={online} />
        </>
      )}
    </ServedPage>
  );
}

/** Why the endpoint of an edge ended, by whether that is there. */
const whyEnded = (isEdgeThere: boolean | undefined): string =>
  isEdgeThere === undefined
    ? "No edge has this address now."
    : isEdgeThere
      ? "Its edge no longer has this address."
      : "Its edge was deleted. This page follows if you restore it.";

function detailsOf(endpoint: Endpoint, root: ReturnType<typeof useEdgeRoot>) {
  const { type, proto, region, domain, tcp_addr: address, public_url } = endpoint;
  const url = public_url ?? "";
  return [
    { label: "Type", value: endpointTypeWords(type) },
    { label: "Protocol", value: proto || "–" },
    {
      label: "Address",
      value: <span className="font-mono text-xs">{breakable(addressOf(endpoint) || "–")}</span>,
    },
    { label: "Region", value: region || "–" },
    { label: "Domain", value: domain ? <RefLookup reference={domain} /> : "None reserved" },
    ...(address ? [{ label: "TCP address", value: <RefLookup reference={address} /> }] : []),
    ...(root && proto === "https"
      ? [{ label: "Certificate", value: <TrustRoot root={root} {...(isOpenable(url) && { url })} /> }]
      : []),
    { label: "Created", value: <RelativeTime at={endpoint.created_at} /> },
    { label: "Updated", value: <RelativeTime at={endpoint.updated_at} /> },
  ];
}
