import {
  type AuditKind,
  auditEventType,
  auditPayload,
  type AuditVerb,
  type Replaced,
} from "#contract/audit-event.ts";
import type { Principal } from "#contract/event.ts";
import type { Caller } from "../http/call.ts";
import { nextEventSeq } from "../store/account.ts";
import { idAt, newId } from "../store/ids.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";

/**
 * Writes an audit event. Call it in the transaction of the change it tells of, so that neither is kept without the
 * other (decisions/store/commits.md). Of `resource`, as it was at that moment, it keeps the documented fields; tokens
 * are null in it, always. `at` = when it happened, in milliseconds since 1970: only the demo has a past.
 */
export async function recordEvent(
  trx: Db,
  caller: Pick<Caller, "principal" | "base"> & { at?: number },
  kind: AuditKind,
  verb: AuditVerb,
  resource: { id: string; [field: string]: unknown },
  replaced?: Replaced,
): Promise<void> {
  const seq = await nextEventSeq(trx);
  await trx
    .insertInto("events")
    .values({
      id: caller.at === undefined ? newId("event") : idAt("event", caller.at),
      seq,
      type: auditEventType(kind, verb),
      timestamp: timestamp(new Date(caller.at ?? Date.now())),
      principal: JSON.stringify(principalOf(caller)),
      object: JSON.stringify(auditPayload(kind, resource, replaced)),
      object_id: resource.id,
      principal_id: caller.principal.userId,
    })
    .execute();
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
