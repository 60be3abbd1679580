import type { RefKind } from "#contract/modules/module-contract.ts";
import type { Db } from "./schema.ts";

/** Where the resources are that modules name. All have the columns used here. */
const TABLES = {
  ipPolicy: "ip_policies",
  certificateAuthority: "certificate_authorities",
  tunnelGroupBackend: "backends",
} as const satisfies Record<RefKind, string>;

/**
 * Those of some ids that exist. They stay so until the transaction ends: whoever names one and whoever deletes it takes
 * the same row's lock first, so that one waits for the other.
 */
export async function lockedRefs(trx: Db, kind: RefKind, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const table = TABLES[kind] as "ip_policies";
  await trx
    .updateTable(table)
    .set((eb) => ({ metadata: eb.ref("metadata") }))
    .where("id", "in", ids)
    .execute();
  const rows = await trx.selectFrom(table).select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}
