import type { Logger } from "pino";
import { insertDeliveries, TRAFFIC_SEQ, waitingTraffic } from "../store/event-deliveries.ts";
import { countLost } from "../store/event-delivery-states.ts";
import type { Db } from "../store/schema.ts";
import type { Versions } from "../store/versions.ts";
import { createTrafficSources, type TrafficReceiver } from "./traffic-sources.ts";

/** So many traffic events wait for a destination at most. */
const WAITING_MAX = 10_000;

/** Of an event as it is kept; `gatehouse` is no part of what is sent. */
type Kept = {
  event_id: string;
  event_type: string;
  event_timestamp: string;
  account_id: string;
  object: Readonly<Record<string, unknown>>;
  gatehouse?: { test?: boolean };
};

type Given = {
  db: Db;
  versions: Pick<Versions, "now">;
  log: Pick<Logger, "warn">;
  /** There may be something to send. */
  wake: () => void;
};

/** What is to be sent of traffic: it is lost, and counted, where a destination takes less than passes. */
export function createTrafficOutbox({ db, versions, log, wake }: Given) {
  const sources = createTrafficSources({ db, versions, log });
  let lost = 0;
  let failing = false;

  async function put(receivers: readonly TrafficReceiver[], events: readonly Kept[]): Promise<void> {
    let waiting: Map<string, number> | undefined;
    for (const { destination_id: id, type, chosen } of receivers) {
      const rows = events.flatMap((event) => {
        const sent = event.event_type === type ? chosen(event) : null;
        return sent ? [deliveryOf(event, id, sent)] : [];
      });
      if (rows.length === 0) continue;
      waiting ??= await waitingTraffic(db);
      const before = waiting.get(id) ?? 0;
      const taken = rows.slice(0, Math.max(0, WAITING_MAX - before));
      waiting.set(id, before + taken.length);
      await insertDeliveries(db, taken);
      if (taken.length === rows.length) continue;
      lost += rows.length - taken.length;
      await countLost(db, id, rows.length - taken.length);
    }
    if (waiting) wake();
  }

  return {
    /** Traffic events that no destination gets. */
    lost: () => lost,
    /** Takes events that were kept, in JSON. Never rejects: what can’t be kept is counted. */
    take: async (texts: readonly string[]): Promise<void> => {
      try {
        const receivers = await sources.receivers();
        if (receivers.length > 0) {
          const events = texts.map((text) => JSON.parse(text) as Kept);
          await put(
            receivers,
            events.filter((one) => !one.gatehouse?.test),
          );
        }
        failing = false;
      } catch (error) {
        lost += texts.length;
        if (!failing) log.warn({ err: error }, "traffic can’t be kept for its destinations");
        failing = true;
      }
    },
  };
}

/** What is sent of an event: whatever is chosen of its `object`, the envelope says what it is, when it was and whose. */
function deliveryOf(
  { event_id, event_type, event_timestamp, account_id }: Kept,
  destination_id: string,
  { object, subscription_id }: NonNullable<ReturnType<TrafficReceiver["chosen"]>>,
): Parameters<typeof insertDeliveries>[1][number] {
  return {
    destination_id,
    subscription_id,
    event_id,
    seq: TRAFFIC_SEQ,
    object_id: event_id,
    type: event_type,
    payload: JSON.stringify({ event_id, event_type, event_timestamp, account_id, object, principal: null }),
  };
}
