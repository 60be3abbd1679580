import type { Connection } from "#api/connection.ts";
import { request } from "#api/client.ts";
import { TunnelSessionList } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "./tunnel-sessions.ts";
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

/** Reads one session over a connection. @throws ApiError when the service does not take its key, or is none. */
export async function tryConnection(connection: Connection): Promise<void> {
  const { path } = tunnelSessions;
  await request({ method: "GET", path, query: { limit: 1 }, answer: TunnelSessionList, connection });
}
