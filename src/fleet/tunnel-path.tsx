import { RefLookup } from "#components/ref-link-lookup.tsx";
import type { Tunnel } from "#contract/tunnel.ts";
import { backendsOf } from "#resources/tunnel-names.ts";
import { OpenToAnyone } from "./also-plain.tsx";
import { backendIds, edgesAbove } from "./blast-radius.ts";
import { ServedRef } from "./gone-refs.tsx";
import { NewBackendLink } from "./new-backend-link.tsx";
import { PathStep, TrafficPath, TunnelSteps } from "./traffic-path.tsx";
import { useServed } from "./use-served.ts";
import { inWords, plural } from "#ui/format.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** So many routes are named. */
const ROUTES_MAX = 3;

/** The way of requests through a tunnel: from where they come to where the agent passes them on. `why` = why they fail, `fails` = at the upstream; `online` false = it has ended. */
export function TunnelPath(props: {
  tunnel: Tunnel;
  online?: boolean;
  why?: string | undefined;
  fails?: boolean;
}) {
  const { tunnel, online = true } = props;
  return (
    <TrafficPath>
      {tunnel.endpoint ? (
        <PathStep icon="globe" kind="Endpoint">
          <ServedRef id={tunnel.endpoint.id} />
          {online ? <OpenToAnyone proto={tunnel.proto} address={tunnel.public_url} /> : null}
        </PathStep>
      ) : (
        <EdgeSteps tunnel={tunnel} />
      )}
      <TunnelSteps here {...props} />
    </TrafficPath>
  );
}

function EdgeSteps({ tunnel }: { tunnel: Tunnel }) {
  const { served } = useServed();
  if (!served)
    return (
      <PathStep icon="edges" kind="Edges">
        <Skeleton className="my-1 w-40" />
      </PathStep>
    );
  const edges = edgesAbove(tunnel, served);
  if (edges.length === 0)
    return (
      <PathStep icon="edges" kind="Edges">
        <span className="text-content-muted">
          {backendsOf(tunnel).length === 0 ? (
            <>
              No backend has its labels, so no requests reach it. <NewBackendLink labels={tunnel.labels} />
            </>
          ) : served.edgeBackends ? (
            "No edge uses its backend, so no requests reach it."
          ) : (
            "Unknown: the service doesn’t list its edges."
          )}
        </span>
      </PathStep>
    );
  const used = backendIds(tunnel);
  return edges.map((id) => {
    const routes = (served.edgeRoutes?.get(id) ?? []).filter(({ backend }) => used.includes(backend ?? ""));
    const matches = inWords(
      routes.map(({ match }) => match),
      ROUTES_MAX,
    );
    return (
      <PathStep
        key={id}
        icon="edges"
        kind="Edge"
        detail={routes.length > 0 ? `${plural(routes.length, "Route")} ${matches}` : undefined}
      >
        <RefLookup reference={{ id }} />
      </PathStep>
    );
  });
}
