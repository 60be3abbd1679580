import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { endpoints } from "#resources/endpoints.ts";
import type { AnyEdge } from "#resources/edges.ts";
import { href } from "#resources/paths.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { Panel } from "#ui/panel.tsx";

const poll = endpoints.every(15_000);

/** A place where an edge listens: a hostport of its own, the endpoint there, or both. */
type Place = { hostport: string; endpoint: Endpoint | undefined };

/** The hostports of an edge in their order, then endpoints that name it at any other. */
function placesOf(edge: AnyEdge, all: readonly Endpoint[]): Place[] {
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

const NONE: readonly Endpoint[] = [];

/** Where an edge listens, each with the endpoint that names it. */
export function ListensAt({ edge }: { edge: AnyEdge }) {
  const { data, isPending } = useQuery({ ...endpoints.query, refetchInterval: poll });
  const places = placesOf(edge, data ?? NONE);
  return (
    <Panel title="Listens at" count={places.length}>
      {places.length === 0 ? (
        <p className="px-4 py-3 text-content-muted">
          Nowhere yet: nothing reaches it. Add a hostport with “Edit edge”.
        </p>
      ) : (
        <ul>
          {places.map(({ hostport, endpoint }) => (
            <li
              key={`${hostport} ${endpoint?.id}`}
              className="flex min-h-row flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 last:border-0"
            >
              <span className="min-w-0 flex-1 basis-40 font-mono text-xs wrap-anywhere">{hostport}</span>
              {endpoint ? (
                <Link
                  to={href.endpoint(endpoint.id)}
                  aria-label={`Endpoint at ${hostport}`}
                  className="link-quiet text-xs"
                >
                  Endpoint
                </Link>
              ) : (
                <span className="text-xs text-content-muted">{isPending ? "" : "no endpoint"}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
