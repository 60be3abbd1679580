import { type Planned, planRollout } from "#contract/rollouts/plan.ts";
import type { RolloutCreate } from "#contract/rollouts/rollout.ts";
import type { Services } from "../http/call.ts";
import type { Db } from "../store/schema.ts";
import { faulty } from "../errors.ts";
import { publishedReleases } from "../published.ts";
import { rowById } from "../store/rows.ts";
import { readServed } from "./served.ts";

/** The plan of a rollout over the sessions that are online now. @throws ApiProblem 400 when it can't watch its endpoint. */
export async function planOnline(
  services: Pick<Services, "db" | "edge" | "edgeTests" | "traffic" | "gateway" | "releases" | "demoReleases">,
  body: RolloutCreate,
): Promise<Planned> {
  const { db, edge, edgeTests, traffic, gateway } = services;
  const all = await db.selectFrom("sessions").selectAll().execute();
  const published = (await publishedReleases(services)).map(({ version }) => version);
  const unreached = [...traffic.apps.list(), ...((await gateway.lookForApps?.()) ?? [])];
  const failing = new Set(unreached.flatMap(({ tunnel_id: id }) => id ?? []));
  const planned = planRollout(body, all, await readServed(db, edge, failing), published);
  return {
    ...planned,
    asked: { ...planned.asked, halt_url: await watchedUrl(db, body, traffic.counts && edgeTests !== null) },
  };
}

/** Where the endpoint is that halts it. */
async function watchedUrl(
  db: Db,
  { halt_endpoint_id: id }: RolloutCreate,
  counts: boolean,
): Promise<string | null> {
  if (!id) return null;
  const refused = (message: string) => faulty("valueInvalid", [{ path: ["halt_endpoint_id"], message }]);
  if (!counts) throw refused("can’t be watched: this service counts no requests");
  const endpoint = await rowById(db, "endpoint", id);
  if (endpoint) return endpoint.public_url;
  throw refused("must be the ID of an active endpoint");
}
