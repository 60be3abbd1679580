import type { AnyEdge } from "#resources/edges.ts";
import type { Endpoint } from "#contract/endpoint.ts";

/** An address where an edge listens: a hostport of its own, the endpoint there, or both. */
export type Place = { hostport: string; endpoint: Endpoint | undefined };

/** The addresses of an edge in their order, then endpoints that name it at any other. */
export function placesOf(edge: Pick<AnyEdge, "id" | "hostports">, all: readonly Endpoint[]): Place[] {
  const own = all.filter((endpoint) => endpoint.edge?.id === edge.id);
  const hostports = edge.hostports ?? [];
  return [
    ...hostports.map((hostport) => ({
      hostport,
      endpoint: own.find((endpoint) => endpoint.hostport === hostport),
    })),
    ...own
      .filter(({ hostport }) => !hostport || !hostports.includes(hostport))
      .map((endpoint) => ({ hostport: endpoint.hostport ?? endpoint.id, endpoint })),
  ];
}
