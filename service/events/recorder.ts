import {
  type AuditKind,
  auditEventType,
  auditPayload,
  type AuditVerb,
  fieldsBefore,
  type Replaced,
} from "#contract/audit-event.ts";
import type { Principal } from "#contract/event.ts";
import type { Caller } from "../http/call.ts";
import { nextEventSeq } from "../store/account.ts";
import { insertDeliveries, receiversOf } from "../store/event-deliveries.ts";
import type { EventRow } from "../store/events.ts";
import { idAt, newId } from "../store/ids.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { sentEnvelope } from "./envelope.ts";

/**
 * Writes an audit event. Call it in the transaction of the change it tells of, so that neither is kept without the
 * other (decisions/store/commits.md). Of `resource`, as it was at that moment, it keeps the documented fields; tokens
 * are null in it, always. Answers its id. `at` = when it happened, in milliseconds since 1970: only the demo has a past.
 */
export async function recordEvent(
  trx: Db,
  caller: Pick<Caller, "principal" | "base"> & { at?: number },
  kind: AuditKind,
  verb: AuditVerb,
  resource: { id: string; [field: string]: unknown },
  replaced?: Replaced,
): Promise<string> {
  const { id: accountId, event_seq: seq } = await nextEventSeq(trx);
  const object = auditPayload(kind, resource);
  const event = {
    id: caller.at === undefined ? newId("event") : idAt("event", caller.at),
    seq,
    type: auditEventType(kind, verb),
    timestamp: timestamp(new Date(caller.at ?? Date.now())),
    principal: JSON.stringify(principalOf(caller)),
    object: JSON.stringify(object),
    before: replaced ? JSON.stringify(fieldsBefore(kind, object, replaced)) : null,
    object_id: resource.id,
    principal_id: caller.principal.userId,
    key_id: caller.principal.keyId,
  };
  await trx.insertInto("events").values(event).execute();
  await insertDue(trx, event, accountId);
  return event.id;
}

/** What is to be sent of an event, kept with it: nobody has to send it before the write is answered. */
async function insertDue(trx: Db, event: EventRow, accountId: string): Promise<void> {
  const receivers = await receiversOf(trx, event.type);
  if (receivers.length === 0) return;
  const { id, seq, type, object_id } = event;
  const payload = JSON.stringify(sentEnvelope(event, accountId));
  await insertDeliveries(
    trx,
    receivers.map((receiver) => ({ ...receiver, event_id: id, seq, object_id, type, payload })),
  );
}

/** Who calls, as the envelope of an event names them (protocol-facts.md#events). */
export function principalOf({ principal, base }: Pick<Caller, "principal" | "base">): Principal {
  const { keyId, userId, userName } = principal;
  return {
    id: userId,
    subject: userName,
    source: "API",
    credential: { id: keyId, uri: `${base}/api_keys/${keyId}` },
  };
}
