import { queryOptions } from "@tanstack/react-query";
import { Endpoint } from "#contract/endpoint.ts";
import { request } from "#api/client.ts";
import { scannedList } from "#api/scanned-list.ts";

/** Every active endpoint, newest first (api.md#endpoints). */
export const endpoints = scannedList({ path: "/endpoints", key: "endpoints", item: Endpoint });

/** One endpoint; 404 once nothing serves it: the agent that comes back gets a new id for the same URL. */
export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ["endpoints", "detail", id],
    queryFn: ({ signal }) =>
      request({ method: "GET", path: `/endpoints/${encodeURIComponent(id)}`, answer: Endpoint, signal }),
  });
}
