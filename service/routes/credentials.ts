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
  updateCredential,
} from "../store/credentials.ts";
import { newId } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";

function wire(row: CredentialRow, base: string): Credential {
  const { id, owner_id, description, metadata, acl, created_at } = row;
  const uri = `${base}/credentials/${id}`;
  const rules = JSON.parse(acl) as string[];
  return { id, uri, created_at, description, metadata, token: null, acl: rules, owner_id };
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
      await recordEvent(trx, { principal, base }, "tunnel_credential", "created", wire(row, base));
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

  implement(credentialOperations.update, async ({ db }, { principal, base, params: { id }, body }) =>
    db.transaction().execute(async (trx) => {
      const before = await found("credential", id, () => credentialById(trx, id));
      const row = {
        ...before,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
        acl: body.acl ? JSON.stringify(body.acl) : before.acl,
      };
      await updateCredential(trx, row);
      const answer = wire(row, base);
      await recordEvent(trx, { principal, base }, "tunnel_credential", "updated", answer);
      return answer;
    }),
  ),

  implement(credentialOperations.remove, async ({ db, gateway }, { principal, base, params: { id } }) => {
    await db.transaction().execute(async (trx) => {
      const row = await found("credential", id, () => credentialById(trx, id));
      await deleteCredential(trx, id);
      await recordEvent(trx, { principal, base }, "tunnel_credential", "deleted", wire(row, base));
    });
    await gateway.disconnectCredential(id, "Its credential was deleted.");
    return undefined;
  }),
];
