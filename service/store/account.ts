import type { Db } from "./schema.ts";

/** The account's id, and the next event's number, rising in the order of commits; it is given back when the transaction is not kept. */
export async function nextEventSeq(trx: Db): Promise<{ id: string; event_seq: number }> {
  return trx
    .updateTable("account")
    .set((eb) => ({ event_seq: eb("event_seq", "+", 1) }))
    .returning(["id", "event_seq"])
    .executeTakeFirstOrThrow();
}

/** The account's id and the number of the last event that was committed. */
export async function readAccount(db: Db): Promise<{ id: string; event_seq: number }> {
  return db.selectFrom("account").select(["id", "event_seq"]).executeTakeFirstOrThrow();
}
