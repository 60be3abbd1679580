import type { Logger } from "pino";
import { insertDeliveries, receiversOf, TRAFFIC_SEQ, waitingTraffic } from "../store/event-deliveries.ts";
import { countLost } from "../store/event-delivery-states.ts";
import type { Db } from "../store/schema.ts";

/** So many traffic events wait for a destination at most. */
const WAITING_MAX = 10_000;

/** Of an event as it is kept; `gatehouse` is no part of what is sent. */
type Kept = {
  event_id: string;
  event_type: string;
  event_timestamp: string;
  account_id: string;
  object: object;
  gatehouse?: { test?: boolean };
};

type Given = {
  db: Db;
  log: Pick<Logger, "warn">;
  /** There may be something to send. */
  wake: () => void;
};

/** What is to be sent of traffic: it is lost, and counted, where a destination takes less than passes. */
export function createTrafficOutbox({ db, log, wake }: Given) {
  let lost = 0;
  let failing = false;

  async function put(events: readonly Kept[]): Promise<void> {
    const waiting = await waitingTraffic(db);
    for (const type of new Set(events.map((one) => one.event_type))) {
      const some = events.filter((one) => one.event_type === type);
      for (const receiver of await receiversOf(db, type)) {
        const { destination_id: id } = receiver;
        const room = Math.max(0, WAITING_MAX - (waiting.get(id) ?? 0));
        const taken = some.slice(0, room);
        waiting.set(id, (waiting.get(id) ?? 0) + taken.length);
        await insertDeliveries(
          db,
          taken.map((one) => ({
            ...receiver,
            event_id: one.event_id,
            seq: TRAFFIC_SEQ,
            object_id: one.event_id,
            type,
            payload: payloadOf(one),
          })),
        );
        if (taken.length === some.length) continue;
        lost += some.length - taken.length;
        await countLost(db, id, some.length - taken.length);
      }
    }
  }

  return {
    /** Traffic events that no destination gets. */
    lost: () => lost,
    /** Takes events that were kept, in JSON. Never rejects: what can’t be kept is counted. */
    take: async (texts: readonly string[]): Promise<void> => {
      try {
        const sent = await db.selectFrom("event_sources").select("type").distinct().execute();
        const types = new Set(sent.map(({ type }) => type));
        if (!types.has("http_request_complete.v0") && !types.has("tcp_connection_closed.v0")) return;
        const events = texts.map((text) => JSON.parse(text) as Kept);
        await put(events.filter((one) => types.has(one.event_type) && !one.gatehouse?.test));
        failing = false;
        wake();
      } catch (error) {
        lost += texts.length;
        if (!failing) log.warn({ err: error }, "traffic can’t be kept for its destinations");
        failing = true;
      }
    },
  };
}

function payloadOf({ event_id, event_type, event_timestamp, account_id, object }: Kept): string {
  return JSON.stringify({ event_id, event_type, event_timestamp, account_id, object, principal: null });
}
