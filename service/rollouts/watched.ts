import { type Watched, watchedSince } from "#contract/rollouts/watched.ts";
import { METRICS_BUCKETS } from "#contract/traffic/traffic-metrics.ts";
import { askedOf, type KeptRollout } from "../store/rollouts.ts";
import type { Db } from "../store/schema.ts";
import { startOf, type TrafficMetricsBook } from "#service/traffic/traffic-metrics.ts";

const STEP = METRICS_BUCKETS["10s"];

/**
 * What the endpoint that a rollout watches answered lately; undefined = it watches none, or nothing is counted. The endpoint of a tunnel is another
 * one after a restart of its agent: both count.
 */
export async function readWatched(
  db: Db,
  metrics: Pick<TrafficMetricsBook, "read"> | null,
  { row, state }: KeptRollout,
): Promise<Watched | undefined> {
  const { halt_endpoint_id: first, halt_url: url } = askedOf(row);
  if (first === null || metrics === null) return undefined;
  const now = Date.now();
  const since = Math.ceil(watchedSince(state, now) / 1_000 / STEP) * STEP;
  const until = startOf(now / 1_000, STEP) + STEP;
  const same = await db.selectFrom("endpoints").select("id").where("public_url", "=", url).execute();
  const watched = { requests: 0, errors: 0 };
  for (const subject of new Set([first, ...same.map(({ id }) => id)])) {
    const series = await metrics.read({ grouped: "endpoint", step: STEP, since, until, subject });
    for (const { requests, errors } of series.get(subject)?.values() ?? []) {
      watched.requests += requests;
      watched.errors += errors;
    }
  }
  return watched;
}
