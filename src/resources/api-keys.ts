import * as z from "zod/mini";
import { request } from "#api/client.ts";
import { getConnection, getRemembered, setConnection } from "#api/connection.ts";
import { ApiKey, ApiKeyCreate, ApiKeyUpdate } from "#contract/api-key.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import { resource } from "./resource.ts";

const CreatedApiKey = z.extend(ApiKey, { token: z.string().check(z.minLength(1)) });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

/**
 * API keys (api.md#api-keys). The token is in the answer to the creation alone; whatever uses it is refused once its key is
 * deleted, for good.
 */
export const apiKeys = resource({
  kind: "apiKey",
  path: "/api_keys",
  key: "keys",
  answer: ApiKey,
  made: CreatedApiKey,
  create: ApiKeyCreate,
  update: ApiKeyUpdate,
  terraform: "ngrok_api_key",
  nameOf: ({ description, id }) => description || id,
});

/** Goes on with the token of a new key in this console, once the service has answered to it. */
export async function switchToKey(id: string, token: string): Promise<void> {
  const current = getConnection();
  if (!current) throw new Error("This console is not connected.");
  const connection = { ...current, key: token };
  await request({ method: "GET", path: apiKeys.pathOf(id), answer: ApiKey, connection });
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
