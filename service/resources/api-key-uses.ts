import { apiKeyUseOperations } from "#contract/operations/api-keys.ts";
import { implement } from "../implement.ts";

/** When API keys were last used. */
export const apiKeyUses = implement(apiKeyUseOperations.list, async ({ keyUses }, { base }) => ({
  uri: `${base}/api_key_uses`,
  api_key_uses: (await keyUses.list()).map(({ id, at }) => ({
    api_key: { id, uri: `${base}/api_keys/${id}` },
    used_at: at,
  })),
}));
