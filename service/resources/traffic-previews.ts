import { compileFilter } from "#contract/cel/filter.ts";
import { trafficPreviewOperations } from "#contract/operations/traffic-previews.ts";
import type { BodyOf } from "#contract/operations/operation.ts";
import { PREVIEW_MAX, PREVIEW_SECONDS } from "#contract/traffic/preview.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";
import type { Draft } from "#edge/modules/draft.ts";
import { withBodies } from "#service/traffic/traffic-bodies.ts";
import { searchTraffic } from "#service/traffic/traffic-search.ts";
import { ApiProblem, faulty } from "../errors.ts";
import { implement } from "../implement.ts";
import { idBefore } from "../store/ids.ts";
import { referrersOf } from "../store/modules.ts";
import { rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { draftOf } from "./draft-module.ts";

/** So many of those that change are listed. */
const LISTED = 100;
/** Of the places that an IP policy is used at, so many are looked at. */
const PLACES = 50;

/** What a draft would have done (decisions/edge/previews.md). */
export const trafficPreviews = [
  implement(trafficPreviewOperations.create, async ({ db, edgeTests, traffic }, { body }) => {
    if (!edgeTests) throw new ApiProblem("edgeMissing", "This service runs no edge. Ask one that does.");
    const { draft, owners } = await subjectOf(db, body);
    const filter = await compileFilter(filterOf(owners), TRAFFIC_FIELDS);
    if ("fault" in filter) throw new Error(filter.fault);
    await traffic.flush();
    const store = await traffic.store();
    const since = idBefore("event", Date.now() - PREVIEW_SECONDS * 1_000);
    const slice = { before: undefined, limit: PREVIEW_MAX };
    const found =
      owners.length === 0 ? { events: [], last: undefined } : await searchTraffic(store, slice, filter);
    const events = found.events.filter(({ event_id, gatehouse }) => event_id > since && !gatehouse?.test);
    const contentOf = async ({ event_id: id }: TrafficEvent) => {
      const stored = await store.byId(id);
      const content = stored && withBodies(stored).gatehouse?.capture?.request?.content;
      return content === undefined ? null : Buffer.from(content, "base64");
    };
    const { effects, countsFrom } = await edgeTests.preview(draft, events, contentOf);
    const changes = events.flatMap((event, index) => {
      const effect = effects[index];
      return effect === undefined || typeof effect === "string" ? [] : [{ event, ...effect }];
    });
    const count = (verdict: string): number => changes.filter((one) => one.verdict === verdict).length;
    return {
      requests: events.length,
      more: found.last !== undefined && found.last > since,
      newly_blocked: count("block"),
      newly_allowed: count("allow"),
      unknown: effects.filter((effect) => effect === "unknown").length,
      ...(countsFrom !== null && { counts_from: new Date(countsFrom).toISOString() }),
      changes: changes.slice(0, LISTED),
    };
  }),
];

/** What is drafted, and whose requests meet it. */
async function subjectOf(
  db: Db,
  { module, ip_policy: policy }: BodyOf<typeof trafficPreviewOperations.create>,
): Promise<{ draft: Draft; owners: string[] }> {
  const drafted = await draftOf(db, module);
  const own = drafted ? { draft: { module: drafted }, owners: [drafted.ownerId] } : { draft: {}, owners: [] };
  if (!policy) return own;
  const { id } = policy;
  const row = await rowById(db, "ipPolicy", id);
  if (!row)
    throw faulty("valueInvalid", [
      { path: ["ip_policy", "id"], message: "must be the ID of an IP policy that exists" },
    ]);
  const rules = policy.rules.map((rule, index) => ({ ...rule, id: String(index) }));
  const ipPolicy = { id, description: row.description, rules };
  const places = (await referrersOf(db, id, PLACES)).map(({ owner_id }) => owner_id);
  return { draft: { ...own.draft, ipPolicy }, owners: [...new Set([...own.owners, ...places])] };
}

/** Visitors' requests to any of these routes and edges. */
function filterOf(owners: readonly string[]): string {
  const one = owners.map(
    (id) => `ev.gatehouse.${id.startsWith("edghtsrt_") ? "route_id" : "edge_id"} == ${JSON.stringify(id)}`,
  );
  return one.length === 0 ? "false" : one.join(" || ");
}
