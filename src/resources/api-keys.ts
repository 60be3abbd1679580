import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ApiKey, type ApiKeyCreate, type ApiKeyUpdate } from "#contract/api-key.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import { request } from "#api/client.ts";
import { getConnection, getRemembered, setConnection } from "#api/connection.ts";
import { scannedList } from "#api/scanned-list.ts";
import { setAnswer } from "#api/set-answer.ts";

/** Every API key, newest first (api.md#api-keys). */
export const apiKeys = scannedList({ path: "/api_keys", key: "keys", item: ApiKey });

const detailKey = (id: string) => ["keys", "detail", id];

/** Path of a key below the base URL. */
export const keyPath = (id: string) => `/api_keys/${encodeURIComponent(id)}`;

/** One API key; its token is never in it. */
export function apiKeyQuery(id: string) {
  return queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => request({ method: "GET", path: keyPath(id), answer: ApiKey, signal }),
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
  return () => client.invalidateQueries({ queryKey: apiKeys.query.queryKey });
}

/** Changes description and metadata of a key; a field left out stays as it is. */
export function useUpdateApiKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyUpdate) => request({ method: "PATCH", path: keyPath(id), body, answer: ApiKey }),
    onSuccess: async (key) => {
      await setAnswer(client, detailKey(id), key);
      void client.invalidateQueries({ queryKey: apiKeys.query.queryKey });
    },
  });
}

/** Deletes a key for good; whatever uses its token is refused from then on. */
export async function deleteApiKey(client: QueryClient, id: string): Promise<void> {
  await request({ method: "DELETE", path: keyPath(id) });
  client.removeQueries({ queryKey: detailKey(id) });
  void client.invalidateQueries({ queryKey: apiKeys.query.queryKey });
}

/** Reads a key past the cache, and leaves it there. Rejects with a 404 once it is deleted. */
export async function readApiKey(client: QueryClient, id: string): Promise<ApiKey> {
  const key = await request({ method: "GET", path: keyPath(id), answer: ApiKey });
  await setAnswer(client, detailKey(id), key);
  return key;
}

/** Goes on with the token of a new key in this console, once the service has answered to it. */
export async function switchToKey(id: string, token: string): Promise<void> {
  const current = getConnection();
  if (!current) throw new Error("This console is not connected.");
  const connection = { ...current, key: token };
  await request({ method: "GET", path: keyPath(id), answer: ApiKey, connection });
  setConnection(connection, { remember: getRemembered() !== null });
}

const OWN_TOKEN = /^gh2_([0-9A-Za-z]{27})_[0-9A-Za-z]{43}$/;

/**
 * Whether the key of this connection is the one with this id. Our own service's tokens name the id they belong to; of any
 * other token nobody can tell, so the answer is null.
 */
export function isKeyInUse(id: string): boolean | null {
  const inUse = OWN_TOKEN.exec(getConnection()?.key ?? "")?.[1];
  return inUse === undefined ? null : id === `${ID_PREFIXES.apiKey}_${inUse}`;
}
