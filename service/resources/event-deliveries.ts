import {
  eventDeliveryOperations,
  eventDestinationOperations,
} from "#contract/operations/event-destinations.ts";
import { sentEnvelope } from "../events/envelope.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { foundRow } from "../rules/found.ts";
import { readAccount } from "../store/account.ts";
import { failedBefore, resendFailed } from "../store/event-deliveries.ts";
import { readDeliveryStates } from "../store/event-delivery-states.ts";
import { readPage } from "../store/pages.ts";
import { rowsBefore } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

const uriOf = (base: string, id: string): string => `${base}${eventDestinationOperations.list.path}/${id}`;

/** How destinations do, as the wire has it. */
async function deliveriesOf(db: Db, base: string, ids: readonly string[]) {
  const stateOf = await readDeliveryStates(db, ids);
  return (id: string) => {
    const { due, failed, lost, sent_at, refused_at, reason } = stateOf(id);
    return {
      uri: `${uriOf(base, id)}/delivery`,
      due,
      failed,
      lost,
      last_sent_at: sent_at,
      last_failure_at: refused_at,
      last_failure: reason,
    };
  };
}

/** What becomes of what is sent (docs/decisions/delivery). */
export const eventDeliveries = [
  implement(eventDeliveryOperations.get, async ({ db }, { base, params: { id } }) => {
    await foundRow(db, "eventDestination", id);
    return (await deliveriesOf(db, base, [id]))(id);
  }),

  implement(eventDeliveryOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}${eventDeliveryOperations.list.path}`;
    const { rows, ...page } = await readPage("eventDestination", query, uri, (slice) =>
      rowsBefore(db, "eventDestination", slice),
    );
    const ids = rows.map(({ id }) => id);
    const deliveryOf = await deliveriesOf(db, base, ids);
    return { event_deliveries: ids.map((id) => ({ id, ...deliveryOf(id) })), ...page };
  }),

  implement(eventDeliveryOperations.test, async ({ db, deliverer }, call) => {
    const { id } = call.params;
    const { destination, event } = await db.transaction().execute(async (trx) => {
      const row = await foundRow(trx, "eventDestination", id);
      const told = { id, uri: uriOf(call.base, id), description: row.description };
      const eventId = await recordEvent(trx, call, "event_test", "created", told);
      return { destination: row, event: await foundRow(trx, "event", eventId) };
    });
    const text = JSON.stringify(sentEnvelope(event, (await readAccount(db)).id));
    const begun = performance.now();
    const outcome = await deliverer.sendNow(destination, { id: event.id, object: id, text });
    return {
      event_id: event.id,
      delivered: outcome.sent,
      reason: outcome.sent ? null : outcome.reason,
      took_ms: Math.round(performance.now() - begun),
    };
  }),

  implement(eventDeliveryOperations.resend, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params;
      const { description } = await foundRow(trx, "eventDestination", id);
      const count = await resendFailed(trx, id, call.body.ids ?? null);
      const uri = uriOf(call.base, id);
      await recordEvent(trx, call, "event_resend", "created", { id, uri, description, count });
      return { uri, count };
    }),
  ),

  implement(eventDeliveryOperations.failed, async ({ db }, { base, query }) => {
    const uri = `${base}${eventDeliveryOperations.failed.path}`;
    const { rows, ...page } = await readPage("eventDelivery", query, uri, (slice) =>
      failedBefore(db, slice, query.destination_id),
    );
    const failed_events = rows.map((row) => ({
      id: row.id,
      event_id: row.event_id,
      event_type: row.type,
      destination_id: row.destination_id,
      subscription_id: row.subscription_id,
      attempts: row.attempts,
      reason: row.reason ?? "",
      failed_at: row.failed_at ?? "",
    }));
    return { failed_events, ...page };
  }),
];
