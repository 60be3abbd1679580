import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { routesOf } from "#resources/edges.ts";

/** The route that a request passed: what it matches, once that is read, and whether it is gone since. */
export function useEventRoute({ edge_id = "", route_id = "" }: { edge_id?: string; route_id?: string }) {
  const { data, error } = useQuery({
    ...routesOf(edge_id).detail(route_id),
    staleTime: 30_000,
    retry: false,
    enabled: edge_id !== "" && route_id !== "",
  });
  return { match: data?.match, gone: isAbsent(error) };
}
