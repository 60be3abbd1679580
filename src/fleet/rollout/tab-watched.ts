import { queryClient } from "#api/query-client.ts";
import { type Watched, watchedSince } from "#contract/rollouts/watched.ts";
import { endpoints } from "#resources/endpoints.ts";
import { trafficMetrics } from "#resources/traffic.ts";
import type { TabRollout } from "./tab-store.ts";

/**
 * What the endpoint that a rollout watches answered lately; undefined = it watches none, null = it could not be read. The
 * endpoint of a tunnel is another one after a restart of its agent: both count.
 */
export async function readWatched({ asked, state }: TabRollout): Promise<Watched | null | undefined> {
  const { halt_endpoint_id: first, halt_url: url } = asked;
  if (first === null) return undefined;
  const since = watchedSince(state, Date.now());
  try {
    const now = await queryClient.fetchQuery({ ...endpoints.query, retry: false });
    const ids = new Set([first, ...now.filter((one) => one.public_url === url).map(({ id }) => id)]);
    const read = [...ids].map((id) =>
      queryClient.fetchQuery({ ...trafficMetrics("endpoint", id, "10s"), staleTime: 5_000, retry: false }),
    );
    const buckets = (await Promise.all(read)).flatMap(({ series }) => series.flatMap((one) => one.buckets));
    const counted = buckets.filter(({ start }) => Date.parse(start) >= since);
    return {
      requests: counted.reduce((sum, one) => sum + one.requests, 0),
      errors: counted.reduce((sum, one) => sum + one.errors, 0),
    };
  } catch {
    return null;
  }
}
