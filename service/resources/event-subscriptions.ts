import { checkEventFilter } from "#contract/event-filter.ts";
import { sourceFaults } from "#contract/event-source-faults.ts";
import { type EventSourceCreate, isChoosable } from "#contract/event-source.ts";
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
import {
  destinationsOf,
  setDestinations,
  setSources,
  type SourceChoice,
  sourcesOf,
} from "../store/event-subscriptions.ts";
import { lockedRow, lockIds, type Row } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { crud } from "./crud.ts";

const DESTINATIONS = eventDestinationOperations.list.path;
const SUBSCRIPTIONS = eventSubscriptionOperations.list.path;

/** A source as it is stored, and why its filter can’t be read, if so. */
type Source = SourceChoice & { subscription_id: string; fault?: string };
type Lists = { sources: Source[]; destinations: Awaited<ReturnType<typeof destinationsOf>> };

/** Filters were checked when they were stored: by this service, or by another version of it. */
async function withFault(source: Source): Promise<Source> {
  if (source.filter === "") return source;
  const check = await checkEventFilter(source.type, source.filter);
  return check.ok ? source : { ...source, fault: `Nothing is sent: the filter ${check.message}` };
}

async function listsOf(db: Db, rows: readonly { id: string }[]): Promise<Lists> {
  const ids = rows.map(({ id }) => id);
  return {
    sources: await Promise.all((await sourcesOf(db, ids)).map(withFault)),
    destinations: await destinationsOf(db, ids),
  };
}

function sourceWire({ type, fields, filter, sample, fault }: Omit<Source, "subscription_id">, uri: string) {
  return {
    type,
    uri: `${uri}/sources/${type}`,
    ...(isChoosable(type) && { fields: [...fields], filter, sample }),
    ...(fault !== undefined && { fault }),
  };
}

function wire(
  row: Row<"eventSubscription">,
  { base, uri }: { base: string; uri: string },
  { sources, destinations }: Lists,
) {
  const own = (one: { subscription_id: string }): boolean => one.subscription_id === row.id;
  return {
    ...row,
    uri,
    sources: sources.filter(own).map((source) => sourceWire(source, uri)),
    destinations: destinations
      .filter(own)
      .map(({ destination_id: id }) => ({ id, uri: `${base}${DESTINATIONS}/${id}` })),
  };
}

/** What its events have: whether a filter can be read is nothing that anybody changed. */
const told = <Answer extends { id: string }>(answer: Answer): Answer => ({
  ...answer,
  sources: (answer as unknown as { sources: Source[] }).sources.map((source) => ({
    ...source,
    fault: undefined,
  })),
});

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
  if (!sources) return;
  const before = await sourcesOf(trx, [id]);
  const chosen = sources.map((source, i) =>
    chosenBy(
      source,
      before.find(({ type }) => type === source.type),
      ["sources", i],
    ),
  );
  await setSources(trx, id, await Promise.all(chosen));
}

const ALL = { fields: [], filter: "", sample: 1 };

/**
 * A source as a request has it: what is not given stays as it was.
 *
 * @throws ApiProblem 400 with what can’t be chosen of this kind, at the source’s path.
 */
async function chosenBy(
  { type, ...given }: EventSourceCreate,
  before: Omit<SourceChoice, "type"> = ALL,
  path: readonly (string | number)[] = [],
): Promise<SourceChoice> {
  const faults = await sourceFaults(type, given);
  const [first] = faults;
  if (first)
    throw faulty(
      first.problem,
      faults.map((fault) => ({ path: [...path, ...fault.path], message: fault.message })),
    );
  return {
    type,
    fields: given.fields ?? before.fields,
    filter: given.filter ?? before.filter,
    sample: given.sample ?? before.sample,
  };
}

const subscriptions = crud({
  kind: "eventSubscription",
  operations: eventSubscriptionOperations,
  audit: "event_subscription",
  locked: true,
  told,
  wire,
  beside: listsOf,
  create: () => ({ columns: {} }),
  written: async (trx, { id }, { body }) => {
    await setLists(trx, id, body);
    return [];
  },
});

/** Changes the kinds of events of a subscription, which is an update of it. Answers the one that was asked for. */
async function changeSources(
  trx: Db,
  call: Caller & { params: { subscription_id: string } },
  type: string,
  change: (sources: readonly SourceChoice[]) => readonly SourceChoice[] | Promise<readonly SourceChoice[]>,
) {
  const { subscription_id: id } = call.params;
  const row = await foundRow(trx, "eventSubscription", id, lockedRow);
  const uri = `${call.base}${SUBSCRIPTIONS}/${id}`;
  const before = await listsOf(trx, [row]);
  await setSources(trx, id, await change(before.sources));
  const lists = await listsOf(trx, [row]);
  const after = told(wire(row, { ...call, uri }, lists));
  const replaced = { resource: told(wire(row, { ...call, uri }, before)) };
  await recordEvent(trx, call, "event_subscription", "updated", after, replaced);
  return lists.sources.filter((one) => one.type === type).map((one) => sourceWire(one, uri))[0];
}

function findSource<One extends { type: string }>(sources: readonly One[], type: string, id: string): One {
  const found = sources.find((one) => one.type === type);
  if (found) return found;
  const message = `The event subscription ${id} has no source ${type.slice(0, 64)}. It may have been removed.`;
  throw new ApiProblem("sourceUnknown", message);
}

/** The sources of a subscription that is there. */
async function foundSources(db: Db, subscriptionId: string): Promise<Source[]> {
  const row = await foundRow(db, "eventSubscription", subscriptionId);
  return (await listsOf(db, [row])).sources;
}

/** Which events are sent to which destinations, and the kinds of events of each one by one. */
export const eventSubscriptions = [
  ...subscriptions,

  implement(eventSourceOperations.create, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { type } = call.body;
      const made = await changeSources(trx, call, type, async (sources) => {
        if (!sources.some((one) => one.type === type)) return [...sources, await chosenBy(call.body)];
        throw faulty("sourceTaken", [{ path: ["type"], message: `this subscription already has ${type}` }]);
      });
      return findSource(made ? [made] : [], type, call.params.subscription_id);
    }),
  ),

  show(eventSourceOperations.list, async (db, { base, params: { subscription_id: id } }) => {
    const uri = `${base}${SUBSCRIPTIONS}/${id}`;
    const sources = await foundSources(db, id);
    return { sources: sources.map((one) => sourceWire(one, uri)), uri: `${uri}/sources` };
  }),

  show(eventSourceOperations.get, async (db, { base, params: { subscription_id: id, type } }) =>
    sourceWire(findSource(await foundSources(db, id), type, id), `${base}${SUBSCRIPTIONS}/${id}`),
  ),

  implement(eventSourceOperations.update, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { subscription_id: id, type } = call.params;
      const changed = await changeSources(trx, call, type, async (sources) => {
        const before = findSource(sources, type, id);
        const after = await chosenBy({ ...call.body, type }, before);
        return sources.map((one) => (one === before ? after : one));
      });
      return findSource(changed ? [changed] : [], type, id);
    }),
  ),

  implement(eventSourceOperations.remove, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { subscription_id: id, type } = call.params;
      await changeSources(trx, call, type, (sources) => {
        const removed = findSource(sources, type, id);
        return sources.filter((one) => one !== removed);
      });
      return undefined;
    }),
  ),
];
