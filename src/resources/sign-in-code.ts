import type { Connection } from "#api/connection.ts";
import { request } from "#api/client.ts";
import { signInCodeOperations } from "#contract/operations/sign-in-codes.ts";

/**
 * The key that the code of a sign-in link is exchanged for (decisions/api/sign-in-links.md). @throws ApiError, 410 when the
 * code was used or is too old.
 */
export async function exchangeCode(code: string, place: Omit<Connection, "key">): Promise<string> {
  const { method, path, answer } = signInCodeOperations.exchange;
  const connection = { ...place, key: "" };
  const { api_key } = await request({ method, path, body: { code }, answer, connection });
  return api_key;
}
