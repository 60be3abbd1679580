import type { Filter } from "#contract/cel/filter.ts";
import { trafficPreviewOperations } from "#contract/operations/traffic-previews.ts";
import type { BodyOf } from "#contract/operations/operation.ts";
import { PREVIEW_MAX, PREVIEW_SECONDS } from "#contract/traffic/preview.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
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
const PLACES = 1_000;

/** What a draft would have done (decisions/edge/previews.md). */
export const trafficPreviews = [
  implement(trafficPreviewOperations.create, async ({ db, edgeTests, traffic }, { body }) => {
    if (!edgeTests) throw new ApiProblem("edgeMissing", "This service runs no edge. Ask one that does.");
    const { draft, owners, others } = await subjectOf(db, body);
    await traffic.flush();
    const store = await traffic.store();
    const since = idBefore("event", Date.now() - PREVIEW_SECONDS * 1_000);
    const slice = { before: undefined, limit: PREVIEW_MAX };
    const found =
      owners.length === 0
        ? { events: [], last: undefined }
        : await searchTraffic(store, slice, ofOwners(owners));
    const events = found.events.filter(({ event_id, gatehouse }) => event_id > since && !gatehouse?.test);
    const contentOf = async ({ event_id: id }: TrafficEvent) => {
      const stored = await store.byId(id);
      const content = stored && withBodies(stored).gatehouse?.capture?.request?.content;
      return content === undefined ? null : Buffer.from(content, "base64");
    };
    const { effects, blocked, blockedBy, countsFrom } = await edgeTests.preview(draft, events, contentOf);
    const changes = events.flatMap((event, index) => {
      const effect = effects[index];
      const isOther = typeof effect === "object" && effect.verdict !== "still_blocked";
      return isOther ? [{ event, ...effect }] : [];
    });
    const still = new Map<
      string,
      { kind: string; sign_in: boolean; was_sign_in: boolean; requests: number }
    >();
    for (const effect of effects)
      if (typeof effect === "object" && effect.verdict === "still_blocked") {
        const { kind, sign_in, was_sign_in } = effect;
        const key = `${kind} ${sign_in} ${was_sign_in}`;
        still.set(key, { kind, sign_in, was_sign_in, requests: (still.get(key)?.requests ?? 0) + 1 });
      }
    const count = (verdict: string): number => changes.filter((one) => one.verdict === verdict).length;
    return {
      requests: events.length,
      more: others || (found.last !== undefined && found.last > since),
      newly_blocked: count("block"),
      newly_allowed: count("allow"),
      maybe_allowed: effects.filter((effect) => effect === "maybe").length,
      still_blocked: [...still.values()],
      blocked,
      blocked_by: blockedBy,
      unknown: effects.filter((effect) => effect === "unknown").length,
      ...(countsFrom !== null && { counts_from: new Date(countsFrom).toISOString() }),
      changes: changes.slice(0, LISTED),
    };
  }),
];

/** What is drafted, and whose requests meet it; `others` = not all of them. */
async function subjectOf(
  db: Db,
  { module, ip_policy: policy }: BodyOf<typeof trafficPreviewOperations.create>,
): Promise<{ draft: Draft; owners: string[]; others: boolean }> {
  const drafted = await draftOf(db, module);
  const own = drafted ? { draft: { module: drafted }, owners: [drafted.ownerId] } : { draft: {}, owners: [] };
  if (!policy) return { ...own, others: false };
  const { id } = policy;
  const row = await rowById(db, "ipPolicy", id);
  if (!row)
    throw faulty("valueInvalid", [
      { path: ["ip_policy", "id"], message: "must be the ID of an IP policy that exists" },
    ]);
  const rules = policy.rules.map((rule, index) => ({ ...rule, id: String(index) }));
  const ipPolicy = { id, description: row.description, rules };
  const places = (await referrersOf(db, id, PLACES + 1)).map(({ owner_id }) => owner_id);
  const owners = [...new Set([...own.owners, ...places.slice(0, PLACES)])];
  return { draft: { ...own.draft, ipPolicy }, owners, others: places.length > PLACES };
}

/** Visitors’ requests to any of these routes and edges. As a text it would be longer than a filter may be. */
function ofOwners(owners: readonly string[]): Filter {
  const ids = new Set(owners);
  return {
    needs: owners.length === 1 ? owners : [],
    passes: ({ gatehouse }) => {
      const { route_id, edge_id } = gatehouse as NonNullable<TrafficEvent["gatehouse"]>;
      return ids.has(route_id ?? "") || ids.has(edge_id ?? "");
    },
  };
}
