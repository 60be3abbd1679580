import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { ApiKeyUseList, KEY_USES_MAX } from "#contract/key-uses.ts";
import { apiKeys } from "./api-keys.ts";

/** When each key was last used; `whole` = those that are not here were not. Null where the service does not say (an extension). */
export type KeyUses = { at: ReadonlyMap<string, string>; whole: boolean };

/** When the keys were last used, read again with them. */
export const keyUsesQuery = queryOptions({
  queryKey: [apiKeys.query.queryKey[0], "uses"],
  queryFn: async ({ signal }): Promise<KeyUses | null> => {
    try {
      const answer = await request({ method: "GET", path: "/api_key_uses", answer: ApiKeyUseList, signal });
      const at = new Map(answer.api_key_uses.map(({ api_key: { id }, used_at }) => [id, used_at]));
      return { at, whole: at.size < KEY_USES_MAX };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  },
  refetchInterval: pollEvery(30_000),
});

/** When a key was last used; null = no use of it is recorded, undefined = that is not known. */
export function lastUseOf(uses: KeyUses | null | undefined, id: string): string | null | undefined {
  return uses?.at.get(id) ?? (uses?.whole ? null : undefined);
}

/** When a key was last used; null = no use of it is recorded, undefined = that is not known. */
export function useKeyUse(id: string): string | null | undefined {
  return lastUseOf(useQuery(keyUsesQuery).data, id);
}
