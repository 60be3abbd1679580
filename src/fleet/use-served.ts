import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { edgesQuery, type EdgeList } from "#api/edges.ts";
import { endpoints } from "#api/endpoints.ts";
import { tunnels } from "#api/tunnels.ts";
import { Ref } from "#contract/common.ts";
import type { Served } from "./blast-radius.ts";

const pollTunnels = tunnels.every(10_000);
const pollEndpoints = endpoints.every(10_000);

/** Edge id → the backends its routes use, as far as the service lets edges be read. */
function backendsOfEdges({ edges }: EdgeList): Map<string, string[]> {
  return new Map(
    edges.map(({ id, routes }) => [
      id,
      (routes ?? []).flatMap(({ backend }) => {
        const ref = Ref.safeParse(backend?.["backend"]);
        return ref.success ? [ref.data.id] : [];
      }),
    ]),
  );
}

/** Everything that is served now, for the blast radius; null until it is read. Edges that can't be read are left out. */
export function useServed(): { served: Served | null; error: unknown; refetch: () => void } {
  const tunnelList = useQuery({ ...tunnels.query, refetchInterval: pollTunnels });
  const endpointList = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const edges = useQuery({ ...edgesQuery, staleTime: 30_000 });
  const served = useMemo(() => {
    if (!tunnelList.data || !endpointList.data || edges.isPending) return null;
    return {
      tunnels: tunnelList.data,
      endpoints: endpointList.data,
      ...(edges.data ? { edgeBackends: backendsOfEdges(edges.data) } : {}),
    };
  }, [tunnelList.data, endpointList.data, edges.data, edges.isPending]);
  return {
    served,
    error: tunnelList.error ?? endpointList.error,
    refetch: () => {
      void tunnelList.refetch();
      void endpointList.refetch();
    },
  };
}
