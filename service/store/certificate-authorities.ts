import type { Insertable, Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type CertificateAuthorityRow = Selectable<Schema["certificate_authorities"]>;

export async function insertCertificateAuthority(
  db: Db,
  row: Insertable<Schema["certificate_authorities"]>,
): Promise<void> {
  await db.insertInto("certificate_authorities").values(row).execute();
}

export async function certificateAuthorityById(
  db: Db,
  id: string,
): Promise<CertificateAuthorityRow | undefined> {
  return db.selectFrom("certificate_authorities").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function certificateAuthoritiesBefore(
  db: Db,
  { before, limit }: Slice,
): Promise<CertificateAuthorityRow[]> {
  return db
    .selectFrom("certificate_authorities")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function updateCertificateAuthority(
  db: Db,
  { id, description, metadata }: CertificateAuthorityRow,
): Promise<void> {
  await db
    .updateTable("certificate_authorities")
    .set({ description, metadata })
    .where("id", "=", id)
    .execute();
}

export async function deleteCertificateAuthority(db: Db, id: string): Promise<void> {
  await db.deleteFrom("certificate_authorities").where("id", "=", id).execute();
}
