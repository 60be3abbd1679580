import { newId } from "../store/ids.ts";
import { insertRows } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";

/** A user who is no admin, with a key. */
export async function addMember(db: Db): Promise<{ userId: string; keyId: string; token: string }> {
  const userId = newId("user");
  const keyId = newId("apiKey");
  const token = newToken("apiKey", keyId);
  const created_at = timestamp();
  await insertRows(db, "user", { id: userId, name: "bot", admin: 0, created_at });
  const row = { id: keyId, hash: hashToken(token), owner_id: userId, description: "", metadata: "" };
  await insertRows(db, "apiKey", { ...row, created_at });
  return { userId, keyId, token };
}
