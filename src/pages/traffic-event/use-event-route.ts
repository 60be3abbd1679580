import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { eventsQuery } from "#api/events.ts";
import { routesOf } from "#resources/edges.ts";

/** The route that a request passed: what it matches, or matched as Activity has it, once that is read, and whether it is gone since. */
export function useEventRoute({ edge_id = "", route_id = "" }: { edge_id?: string; route_id?: string }) {
  const { data, error } = useQuery({
    ...routesOf(edge_id).detail(route_id),
    staleTime: 30_000,
    retry: false,
    enabled: edge_id !== "" && route_id !== "",
  });
  const gone = isAbsent(error);
  const { data: told } = useQuery({ ...eventsQuery({ object_id: route_id }, 1), enabled: gone });
  const { match = data?.match } = told?.events[0]?.object ?? {};
  return { match: typeof match === "string" ? match : undefined, gone };
}
