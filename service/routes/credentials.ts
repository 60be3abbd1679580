import type { Credential } from "#contract/credential.ts";
import { credentialOperations } from "#contract/operations/credentials.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { ownerFor } from "../rules/owner.ts";
import {
  credentialById,
  type CredentialRow,
  credentialsBefore,
  deleteCredential,
  insertCredential,
} from "../store/credentials.ts";
import { newId } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";

function wire(row: CredentialRow, base: string): Credential {
  return { ...payload(row, base), owner_id: row.owner_id };
}

/** The fields of the tunnel_credential events (api.md, tunnel_credential payload). */
function payload({ id, created_at, description, metadata, acl }: CredentialRow, base: string) {
  const uri = `${base}/credentials/${id}`;
  return { id, uri, created_at, description, metadata, token: null, acl: JSON.parse(acl) as string[] };
}

export const credentialRoutes = [
  implement(credentialOperations.create, async ({ db }, { principal, base, body }) => {
    const id = newId("credential");
    const token = newToken("credential", id);
    return db.transaction().execute(async (trx) => {
      const row: CredentialRow = {
        id,
        hash: hashToken(token),
        owner_id: await ownerFor(trx, principal, body.owner_id),
        description: body.description ?? "",
        metadata: body.metadata ?? "",
        acl: JSON.stringify(body.acl ?? []),
        created_at: timestamp(),
      };
      await insertCredential(trx, row);
      await recordEvent(trx, { principal, base }, "tunnel_credential", "created", payload(row, base));
      return { ...wire(row, base), token };
    });
  }),

  implement(credentialOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/credentials`;
    const { rows, ...page } = await readPage("credential", query, uri, (slice) =>
      credentialsBefore(db, slice),
    );
    return { credentials: rows.map((row) => wire(row, base)), ...page };
  }),

  implement(credentialOperations.get, async ({ db }, { base, params: { id } }) =>
    wire(await found("credential", id, () => credentialById(db, id)), base),
  ),

  implement(credentialOperations.remove, async ({ db, gateway }, { principal, base, params: { id } }) => {
    await db.transaction().execute(async (trx) => {
      const row = await found("credential", id, () => credentialById(trx, id));
      await deleteCredential(trx, id);
      await recordEvent(trx, { principal, base }, "tunnel_credential", "deleted", payload(row, base));
    });
    await gateway.disconnectCredential(id, "Its credential was deleted.");
    return undefined;
  }),
];
