import type { Logger } from "pino";
import { chosenFields, isSampled } from "#contract/event-choice.ts";
import { checkEventFilter } from "#contract/event-filter.ts";
import { type SourceReceiver, trafficReceivers } from "../store/event-subscriptions.ts";
import type { Db } from "../store/schema.ts";
import type { Versions, VersionsNow } from "../store/versions.ts";

type Fields = Readonly<Record<string, unknown>>;
type Passes = (object: Fields) => boolean;
type Event = { event_id: string; object: Fields };

/** What one destination gets of the events of a kind. */
export type TrafficReceiver = {
  destination_id: string;
  type: string;
  /**
   * Of an event the `object` that is sent, and the subscription it is sent for; null where it is not. Several subscriptions
   * send it once, with the fields of all that want it.
   */
  chosen: (event: Event) => { object: Fields; subscription_id: string } | null;
};

type Given = { db: Db; versions: Pick<Versions, "now">; log: Pick<Logger, "warn"> };

/** What is sent of traffic, and where: read again, and its filters compiled, when a subscription has changed. */
export function createTrafficSources({ db, versions, log }: Given) {
  let known: { at: string; receivers: readonly TrafficReceiver[] } | undefined;
  let filters = new Map<string, Passes>();

  /** A filter that can’t be read lets nothing pass: another version of the service took it. */
  async function filterOf({ type, filter, subscription_id }: SourceReceiver): Promise<Passes | null> {
    if (filter === "") return null;
    const before = filters.get(`${type}\n${filter}`);
    if (before) return before;
    const check = await checkEventFilter(type, filter);
    if (check.ok) return check.passes;
    log.warn({ subscription: subscription_id, type }, `nothing is sent: the filter ${check.message}`);
    return () => false;
  }

  async function read(): Promise<readonly TrafficReceiver[]> {
    const rows = await trafficReceivers(db);
    const sources = await Promise.all(rows.map(async (row) => ({ ...row, passes: await filterOf(row) })));
    filters = new Map(
      sources.flatMap(({ type, filter, passes }) => (passes ? [[`${type}\n${filter}`, passes]] : [])),
    );
    const grouped = new Map<string, typeof sources>();
    for (const one of sources) {
      const key = `${one.destination_id}\n${one.type}`;
      grouped.set(key, [...(grouped.get(key) ?? []), one]);
    }
    return [...grouped.values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { destination_id, type } = first;
      return [{ destination_id, type, chosen: (event: Event) => chosenBy(group, event) }];
    });
  }

  return {
    /** As it is now, in every process: nothing is read where no subscription has changed. */
    receivers: async (): Promise<readonly TrafficReceiver[]> => {
      const at = placeOf(await versions.now());
      if (known?.at !== at) known = { at, receivers: await read() };
      return known.receivers;
    },
  };
}

const placeOf = ({ event_sources, event_subscription_destinations }: VersionsNow): string =>
  `${event_sources} ${event_subscription_destinations}`;

function chosenBy(
  group: readonly (SourceReceiver & { passes: Passes | null })[],
  { event_id, object }: Event,
): ReturnType<TrafficReceiver["chosen"]> {
  const wanting = group.filter(
    ({ sample, passes }) => isSampled(event_id, sample) && (passes === null || passes(object)),
  );
  const [first] = wanting;
  if (!first) return null;
  const { subscription_id } = first;
  if (wanting.some(({ fields }) => fields.length === 0)) return { object, subscription_id };
  return { object: chosenFields(object, new Set(wanting.flatMap(({ fields }) => fields))), subscription_id };
}
