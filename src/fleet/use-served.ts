import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import {
  isClosed,
  leadOf,
  leadWords,
  servesNothing,
  useEdgeWays,
  wayWords,
  type EdgeWay,
} from "#resources/edge-way.ts";
import { type EdgeLimits, useEdgeLimits, useTcpPorts } from "#resources/closing.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { endpoints } from "#resources/endpoints.ts";
import { tunnels } from "#resources/tunnels.ts";
import { useUnreached } from "#resources/unreachable.ts";
import { Ref } from "#contract/answer.ts";
import type { EdgeRoute, Served } from "./blast-radius.ts";

const pollTunnels = tunnels.every(10_000);
const pollEndpoints = endpoints.every(10_000);

const backendOf = ({ backend }: { [field: string]: unknown }): string | null =>
  Ref.safeParse((backend as { backend?: unknown } | null | undefined)?.backend).data?.id ?? null;

/** Edge id → the backends it and its routes use, as far as the service lets edges be read. */
function backendsOfEdges(edges: readonly EdgeRow[]): Map<string, string[]> {
  return new Map(
    edges.map((edge) => [edge.id, [edge, ...(edge.routes ?? [])].flatMap((owner) => backendOf(owner) ?? [])]),
  );
}

/** Edge id → the routes that it is known to have. */
function routesOfEdges(edges: readonly EdgeRow[], limits: EdgeLimits): Map<string, EdgeRoute[]> {
  return new Map(
    edges.map((edge) => [
      edge.id,
      (edge.routes ?? []).map((route) => {
        const lead = leadOf(route, limits, edge);
        const closed = isClosed(lead) ? leadWords(lead).text : undefined;
        return { match: route.match, backend: backendOf(route), closed };
      }),
    ]),
  );
}

const downOf = (ways: ReadonlyMap<string, EdgeWay>): Map<string, string> =>
  new Map([...ways].flatMap(([id, way]) => (servesNothing(way) ? [[id, wayWords(way).text]] : [])));

/** Everything that is served now, for the blast radius; null until it is read. Edges that can't be read are left out. */
export function useServed(): { served: Served | null; error: unknown; refetch: () => void } {
  const tunnelList = useQuery({ ...tunnels.query, refetchInterval: pollTunnels });
  const endpointList = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const { edges, isPending } = useKnownEdges();
  const ways = useEdgeWays();
  const ports = useTcpPorts();
  const limits = useEdgeLimits();
  const unreached = useUnreached();
  const served = useMemo(() => {
    if (!tunnelList.data || !endpointList.data || isPending) return null;
    return {
      tunnels: tunnelList.data,
      endpoints: endpointList.data,
      ports,
      unreached,
      ...(edges ? { edgeBackends: backendsOfEdges(edges), edgeRoutes: routesOfEdges(edges, limits) } : {}),
      ...(ways ? { down: downOf(ways) } : {}),
    };
  }, [tunnelList.data, endpointList.data, edges, isPending, ways, ports, limits, unreached]);
  return {
    served,
    error: tunnelList.error ?? endpointList.error,
    refetch: () => {
      void tunnelList.refetch();
      void endpointList.refetch();
    },
  };
}

/** How long a question waits for what goes offline. */
const WAIT_MS = 5_000;

/** What is served, for a question that is asked once it is known: until then, or until it takes too long, `waiting` says why it can’t be answered. */
export function useServedInTime(): Pick<ReturnType<typeof useServed>, "served" | "error"> & {
  waiting: string | undefined;
} {
  const { served, error } = useServed();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const waits = !served && !error && !late;
  return { served, error, waiting: waits ? "Wait until it is known what goes offline" : undefined };
}
