import type { EventSubscriptionUpdate } from "#contract/event-subscription.ts";
import { eventDestinationOperations } from "#contract/operations/event-destinations.ts";
import {
  eventSourceOperations,
  eventSubscriptionOperations,
} from "#contract/operations/event-subscriptions.ts";
import { ApiProblem, faulty } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import type { Caller } from "../http/call.ts";
import { implement, show } from "../implement.ts";
import { foundRow } from "../rules/found.ts";
import { destinationsOf, setDestinations, setSources, sourcesOf } from "../store/event-subscriptions.ts";
import { lockedRow, lockIds, type Row } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { crud } from "./crud.ts";

const DESTINATIONS = eventDestinationOperations.list.path;
const SUBSCRIPTIONS = eventSubscriptionOperations.list.path;

type Lists = {
  sources: Awaited<ReturnType<typeof sourcesOf>>;
  destinations: Awaited<ReturnType<typeof destinationsOf>>;
};

async function listsOf(db: Db, rows: readonly { id: string }[]): Promise<Lists> {
  const ids = rows.map(({ id }) => id);
  return { sources: await sourcesOf(db, ids), destinations: await destinationsOf(db, ids) };
}

const sourceWire = (type: string, subscriptionUri: string) => ({
  type,
  uri: `${subscriptionUri}/sources/${type}`,
});

function wire(
  row: Row<"eventSubscription">,
  { base, uri }: { base: string; uri: string },
  { sources, destinations }: Lists,
) {
  const own = (one: { subscription_id: string }): boolean => one.subscription_id === row.id;
  return {
    ...row,
    uri,
    sources: sources.filter(own).map(({ type }) => sourceWire(type, uri)),
    destinations: destinations
      .filter(own)
      .map(({ destination_id: id }) => ({ id, uri: `${base}${DESTINATIONS}/${id}` })),
  };
}

async function setLists(
  trx: Db,
  id: string,
  { sources, destination_ids: destinationIds }: EventSubscriptionUpdate,
): Promise<void> {
  if (destinationIds) {
    const there = await lockIds(trx, "eventDestination", destinationIds);
    const issues = destinationIds.flatMap((one, i) => {
      const message = `must be the ID of an event destination in this account; ${one.slice(0, 64)} was not found`;
      return there.has(one) ? [] : [{ path: ["destination_ids", i], message }];
    });
    if (issues.length > 0) throw faulty("destinationUnknown", issues);
    await setDestinations(trx, id, destinationIds);
  }
  if (sources)
    await setSources(
      trx,
      id,
      sources.map(({ type }) => type),
    );
}

const subscriptions = crud({
  kind: "eventSubscription",
  operations: eventSubscriptionOperations,
  audit: "event_subscription",
  locked: true,
  wire,
  beside: listsOf,
  create: () => ({ columns: {} }),
  written: async (trx, { id }, { body }) => {
    await setLists(trx, id, body);
    return [];
  },
});

/** Changes the kinds of events of a subscription, which is an update of it. */
async function changeSources(
  trx: Db,
  call: Caller & { params: { subscription_id: string } },
  change: (types: readonly string[]) => readonly string[],
): Promise<string> {
  const { subscription_id: id } = call.params;
  const row = await foundRow(trx, "eventSubscription", id, lockedRow);
  const uri = `${call.base}${SUBSCRIPTIONS}/${id}`;
  const before = await listsOf(trx, [row]);
  const types = change(before.sources.map(({ type }) => type));
  await setSources(trx, id, types);
  const after = wire(row, { ...call, uri }, await listsOf(trx, [row]));
  const replaced = { resource: wire(row, { ...call, uri }, before) };
  await recordEvent(trx, call, "event_subscription", "updated", after, replaced);
  return uri;
}

function findSource(types: readonly string[], type: string, subscriptionId: string): void {
  if (types.includes(type)) return;
  const message = `The event subscription ${subscriptionId} has no source ${type.slice(0, 64)}. It may have been removed.`;
  throw new ApiProblem("sourceUnknown", message);
}

async function typesOf(db: Db, subscriptionId: string): Promise<string[]> {
  const row = await foundRow(db, "eventSubscription", subscriptionId);
  return (await sourcesOf(db, [row.id])).map(({ type }) => type);
}

/** Which events are sent to which destinations, and the kinds of events of each one by one. */
export const eventSubscriptions = [
  ...subscriptions,

  implement(eventSourceOperations.create, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { type } = call.body;
      const uri = await changeSources(trx, call, (types) => {
        if (!types.includes(type)) return [...types, type];
        throw faulty("sourceTaken", [{ path: ["type"], message: `this subscription already has ${type}` }]);
      });
      return sourceWire(type, uri);
    }),
  ),

  show(eventSourceOperations.list, async (db, { base, params: { subscription_id: id } }) => {
    const uri = `${base}${SUBSCRIPTIONS}/${id}`;
    return { sources: (await typesOf(db, id)).map((type) => sourceWire(type, uri)), uri: `${uri}/sources` };
  }),

  show(eventSourceOperations.get, async (db, { base, params: { subscription_id: id, type } }) => {
    findSource(await typesOf(db, id), type, id);
    return sourceWire(type, `${base}${SUBSCRIPTIONS}/${id}`);
  }),

  implement(eventSourceOperations.update, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { subscription_id: id, type } = call.params;
      const uri = await changeSources(trx, call, (types) => {
        findSource(types, type, id);
        return types;
      });
      return sourceWire(type, uri);
    }),
  ),

  implement(eventSourceOperations.remove, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { subscription_id: id, type } = call.params;
      await changeSources(trx, call, (types) => {
        findSource(types, type, id);
        return types.filter((one) => one !== type);
      });
      return undefined;
    }),
  ),
];
