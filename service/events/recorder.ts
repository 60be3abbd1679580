import type { Caller } from "../http/call.ts";
import { newId } from "../store/ids.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";

/** Resource kinds whose changes are audited so far (api.md, Audit events). */
export type AuditedKind = "api_key" | "tunnel_credential";
export type AuditedChange = "created" | "updated" | "deleted";

/**
 * Writes an audit event. Call it in the transaction of the change it tells of, so that neither is kept without the
 * other (design decision 11). `object` is the resource as it was at that moment, in the shape of api.md; tokens are
 * null in it, always.
 */
export async function recordEvent(
  trx: Db,
  { principal, base }: Caller,
  kind: AuditedKind,
  change: AuditedChange,
  object: { id: string; token: null } & Record<string, unknown>,
): Promise<void> {
  const { keyId, userId, userName } = principal;
  // First the number: it orders this process's events as it does those of others.
  const { event_seq: seq } = await trx
    .updateTable("account")
    .set((eb) => ({ event_seq: eb("event_seq", "+", 1) }))
    .returning("event_seq")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("events")
    .values({
      id: newId("event"),
      seq,
      type: `${kind}_${change}.v0`,
      timestamp: timestamp(),
      // The envelope's principal (family-facts §6).
      principal: JSON.stringify({
        id: userId,
        subject: userName,
        source: "API",
        credential: { id: keyId, uri: `${base}/api_keys/${keyId}` },
      }),
      object: JSON.stringify(object),
      object_id: object.id,
      principal_id: userId,
    })
    .execute();
}
