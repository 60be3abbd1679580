import { apiKeyOperations } from "#contract/operations/api-keys.ts";
import { ApiProblem } from "../errors.ts";
import { isLastAdminKey } from "../store/api-keys.ts";
import { deleteRow } from "../store/rows.ts";
import { crud } from "./crud.ts";
import { issueToken } from "./tokens.ts";

export const apiKeys = crud({
  kind: "apiKey",
  operations: apiKeyOperations,
  audit: "api_key",
  wire: ({ id, description, metadata, created_at, owner_id }, { uri }) => ({
    id,
    uri,
    description,
    metadata,
    created_at,
    token: null,
    owner_id,
  }),
  create: (trx, call) => issueToken(trx, "apiKey", call),
  remove: async (trx, { id }) => {
    if (await isLastAdminKey(trx, id)) {
      throw new ApiProblem(
        "lastAdminKey",
        "This is the last admin key, so nobody could manage the account without it. Create another admin key first.",
      );
    }
    await deleteRow(trx, "apiKey", id);
  },
  removed: ({ renewAdmin }, id, caller) => renewAdmin(id, caller),
});
