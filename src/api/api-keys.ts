import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ApiKey, type ApiKeyCreate, type ApiKeyUpdate } from "#contract/api-key.ts";
import { request } from "./client.ts";
import { fetchList } from "./list.ts";

export const apiKeyKeys = {
  list: ["api_keys", "list"],
  detail: (id: string) => ["api_keys", "detail", id],
} as const;

const pathOf = (id: string) => `/api_keys/${encodeURIComponent(id)}`;

/** Every API key, newest first (api.md, API keys). */
export const apiKeysQuery = queryOptions({
  queryKey: apiKeyKeys.list,
  queryFn: ({ signal }) => fetchList({ path: "/api_keys", key: "keys", item: ApiKey, signal }),
});

/** One API key; its token is never in it. */
export function apiKeyQuery(id: string) {
  return queryOptions({
    queryKey: apiKeyKeys.detail(id),
    queryFn: ({ signal }) => request({ method: "GET", path: pathOf(id), answer: ApiKey, signal }),
  });
}

const CreatedApiKey = z.extend(ApiKey, { token: z.string().check(z.minLength(1)) });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

/**
 * Creates a key. Its answer holds the token, so it is no mutation: a mutation would keep it in the cache. A failure with
 * `retry: "unsure"` may have made a key all the same.
 */
export function createApiKey(body: ApiKeyCreate): Promise<CreatedApiKey> {
  return request({ method: "POST", path: "/api_keys", body, answer: CreatedApiKey });
}

/** Refreshes the list of keys, after one was made. */
export function useRefreshApiKeys(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: apiKeyKeys.list });
}

/** Changes description and metadata of a key; a field left out stays as it is. */
export function useUpdateApiKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyUpdate) => request({ method: "PATCH", path: pathOf(id), body, answer: ApiKey }),
    onSuccess: (key) => {
      client.setQueryData(apiKeyKeys.detail(id), key);
      void client.invalidateQueries({ queryKey: apiKeyKeys.list });
    },
  });
}

/** Deletes a key for good; whatever uses its token is refused from then on. */
export function useDeleteApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request({ method: "DELETE", path: pathOf(id) }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: apiKeyKeys.detail(id) });
      void client.invalidateQueries({ queryKey: apiKeyKeys.list });
    },
  });
}
