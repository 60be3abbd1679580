import type { ApiKey } from "#contract/api-key.ts";
import { apiKeyOperations } from "#contract/operations/api-keys.ts";
import { ApiProblem } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { ownerFor } from "../rules/owner.ts";
import {
  apiKeyById,
  type ApiKeyRow,
  apiKeysBefore,
  deleteApiKey,
  insertApiKey,
  isLastAdminKey,
  updateApiKey,
} from "../store/api-keys.ts";
import { newId } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";

function wire({ id, description, metadata, created_at, owner_id }: ApiKeyRow, base: string): ApiKey {
  return { id, uri: `${base}/api_keys/${id}`, description, metadata, created_at, token: null, owner_id };
}

export const apiKeyRoutes = [
  implement(apiKeyOperations.create, async ({ db }, { principal, base, body }) => {
    const id = newId("apiKey");
    const token = newToken("apiKey", id);
    return db.transaction().execute(async (trx) => {
      const row: ApiKeyRow = {
        id,
        hash: hashToken(token),
        owner_id: await ownerFor(trx, principal, body.owner_id),
        description: body.description ?? "",
        metadata: body.metadata ?? "",
        created_at: timestamp(),
      };
      await insertApiKey(trx, row);
      await recordEvent(trx, { principal, base }, "api_key", "created", wire(row, base));
      return { ...wire(row, base), token };
    });
  }),

  implement(apiKeyOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/api_keys`;
    const { rows, ...page } = await readPage("apiKey", query, uri, (slice) => apiKeysBefore(db, slice));
    return { keys: rows.map((row) => wire(row, base)), ...page };
  }),

  implement(apiKeyOperations.get, async ({ db }, { base, params: { id } }) =>
    wire(await found("apiKey", id, () => apiKeyById(db, id)), base),
  ),

  implement(apiKeyOperations.update, async ({ db }, { principal, base, params: { id }, body }) =>
    db.transaction().execute(async (trx) => {
      const before = await found("apiKey", id, () => apiKeyById(trx, id));
      const row = {
        ...before,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
      };
      await updateApiKey(trx, row);
      await recordEvent(trx, { principal, base }, "api_key", "updated", wire(row, base));
      return wire(row, base);
    }),
  ),

  implement(apiKeyOperations.remove, async ({ db }, { principal, base, params: { id } }) =>
    db.transaction().execute(async (trx) => {
      const row = await found("apiKey", id, () => apiKeyById(trx, id));
      if (await isLastAdminKey(trx, id)) {
        throw new ApiProblem(
          "lastAdminKey",
          "This is the last key of an admin. Without it nobody could manage the account: create another one first.",
        );
      }
      await deleteApiKey(trx, id);
      await recordEvent(trx, { principal, base }, "api_key", "deleted", wire(row, base));
      return undefined;
    }),
  ),
];
