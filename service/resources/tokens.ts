import type { Principal } from "../http/call.ts";
import { ownerFor } from "../rules/owner.ts";
import type { Db } from "../store/schema.ts";
import { hashToken, newToken, type TokenKind } from "../store/tokens.ts";

/** A new token's columns, and the token itself for the answer to its creation. */
export async function issueToken(
  trx: Db,
  kind: TokenKind,
  {
    id,
    principal,
    body,
  }: { id: string; principal: Principal; body: { owner_id?: string | null | undefined } },
): Promise<{ columns: { hash: string; owner_id: string }; once: { token: string } }> {
  const token = newToken(kind, id);
  const owner_id = await ownerFor(trx, principal, body.owner_id);
  return { columns: { hash: hashToken(token), owner_id }, once: { token } };
}
