import type { Connection } from "#api/connection.ts";
import { request } from "#api/client.ts";
import { SignInKey } from "#contract/sign-in-code.ts";

/**
 * The key that the code of a sign-in link is exchanged for (decisions/api/sign-in-links.md). @throws ApiError, 410 when the
 * code was used or is too old.
 */
export async function exchangeCode(code: string, place: Omit<Connection, "key">): Promise<string> {
  const path = "/sign_in_codes/exchange";
  const connection = { ...place, key: "" };
  const { api_key } = await request({ method: "POST", path, body: { code }, answer: SignInKey, connection });
  return api_key;
}
