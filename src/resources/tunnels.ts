import { queryOptions } from "@tanstack/react-query";
import { Tunnel } from "#contract/tunnel.ts";
import { request } from "#api/client.ts";
import { scannedList } from "#api/scanned-list.ts";

/** Every online tunnel, newest first (api.md#tunnels). */
export const tunnels = scannedList({ path: "/tunnels", key: "tunnels", item: Tunnel });

/** One tunnel; 404 once its session has ended. */
export function tunnelQuery(id: string) {
  return queryOptions({
    queryKey: ["tunnels", "detail", id],
    queryFn: ({ signal }) =>
      request({ method: "GET", path: `/tunnels/${encodeURIComponent(id)}`, answer: Tunnel, signal }),
  });
}
