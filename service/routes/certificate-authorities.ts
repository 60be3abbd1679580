import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import { certificateAuthorityOperations } from "#contract/operations/certificate-authorities.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { readAuthority } from "../rules/certificate.ts";
import { found } from "../rules/found.ts";
import { refuseWhenUsed } from "../rules/in-use.ts";
import {
  certificateAuthoritiesBefore,
  certificateAuthorityById,
  type CertificateAuthorityRow,
  deleteCertificateAuthority,
  insertCertificateAuthority,
  updateCertificateAuthority,
} from "../store/certificate-authorities.ts";
import { newId } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import { timestamp } from "../store/time.ts";

function wire(row: CertificateAuthorityRow, base: string): CertificateAuthority {
  const { key_usages, extended_key_usages, ...rest } = row;
  return {
    ...rest,
    uri: `${base}/certificate_authorities/${row.id}`,
    key_usages: JSON.parse(key_usages) as string[],
    extended_key_usages: JSON.parse(extended_key_usages) as string[],
  };
}

export const certificateAuthorityRoutes = [
  implement(certificateAuthorityOperations.create, async ({ db }, { principal, base, body }) => {
    const { key_usages, extended_key_usages, ...fields } = readAuthority(body.ca_pem);
    const row: CertificateAuthorityRow = {
      id: newId("certificateAuthority"),
      description: body.description ?? "",
      metadata: body.metadata ?? "",
      created_at: timestamp(),
      ca_pem: body.ca_pem,
      ...fields,
      key_usages: JSON.stringify(key_usages),
      extended_key_usages: JSON.stringify(extended_key_usages),
    };
    const answer = wire(row, base);
    await db.transaction().execute(async (trx) => {
      await insertCertificateAuthority(trx, row);
      await recordEvent(trx, { principal, base }, "certificate_authority", "created", answer);
    });
    return answer;
  }),

  implement(certificateAuthorityOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/certificate_authorities`;
    const { rows, ...page } = await readPage("certificateAuthority", query, uri, (slice) =>
      certificateAuthoritiesBefore(db, slice),
    );
    return { certificate_authorities: rows.map((row) => wire(row, base)), ...page };
  }),

  implement(certificateAuthorityOperations.get, async ({ db }, { base, params: { id } }) =>
    wire(await found("certificateAuthority", id, () => certificateAuthorityById(db, id)), base),
  ),

  implement(
    certificateAuthorityOperations.update,
    async ({ db }, { principal, base, params: { id }, body }) =>
      db.transaction().execute(async (trx) => {
        const before = await found("certificateAuthority", id, () => certificateAuthorityById(trx, id));
        const row = {
          ...before,
          description: body.description ?? before.description,
          metadata: body.metadata ?? before.metadata,
        };
        await updateCertificateAuthority(trx, row);
        const answer = wire(row, base);
        await recordEvent(trx, { principal, base }, "certificate_authority", "updated", answer);
        return answer;
      }),
  ),

  implement(certificateAuthorityOperations.remove, async ({ db }, { principal, base, params: { id } }) =>
    db.transaction().execute(async (trx) => {
      const row = await found("certificateAuthority", id, () => certificateAuthorityById(trx, id));
      await refuseWhenUsed(trx, "certificateAuthority", id);
      await deleteCertificateAuthority(trx, id);
      await recordEvent(trx, { principal, base }, "certificate_authority", "deleted", wire(row, base));
      return undefined;
    }),
  ),
];
