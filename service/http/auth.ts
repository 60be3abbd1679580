import type { ErrorName } from "#contract/error.ts";
import { ApiProblem } from "../errors.ts";
import { hashToken, looksLike } from "../store/tokens.ts";

/**
 * Who a request's Authorization header names (protocol-facts.md#authentication). Messages never repeat what was sent.
 * `find` knows the keys by their hashes; `onWrongKey` is told of a key that nobody has, and may name another answer.
 *
 * @throws ApiProblem 401 with the family's code for each way to get it wrong (protocol-facts.md#authentication), or
 * that other answer.
 */
export async function authenticate<Caller>(
  find: (hash: string) => Promise<Caller | null>,
  header: string | undefined,
  onWrongKey: () => ApiProblem | null,
): Promise<Caller> {
  if (header === undefined || header.trim() === "") {
    throw refuse("authMissing", "The Authorization header is missing. Send Authorization: Bearer <API key>.");
  }
  const token = bearerToken(header);
  if (token === null) {
    throw refuse(
      "authMalformed",
      "The Authorization header is malformed. Send Authorization: Bearer <API key>.",
    );
  }
  const caller = await find(hashToken(token));
  if (caller) return caller;
  const instead = onWrongKey();
  if (instead) throw instead;
  switch (looksLike(token)) {
    case "authtoken":
      throw refuse(
        "authtokenAsKey",
        "This is an authtoken, which only agents use. Send the token of an API key.",
      );
    case "keyId":
      throw refuse(
        "keyIdAsKey",
        "This is the ID of an API key, not its token. Send the token you saved when you created the key.",
      );
    case "token":
      throw refuse("keyUnknown", "No API key has this token. Check it, or ask an admin for a new one.");
    default:
      throw refuse(
        "authMalformed",
        "This is not an API key: it has characters that API keys never have. Check what you pasted.",
      );
  }
}

/** The token of an Authorization header; null where it has none. */
export function bearerToken(header: string | null): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}

function refuse(problem: ErrorName, msg: string): ApiProblem {
  return new ApiProblem(problem, msg, { headers: { "WWW-Authenticate": "Bearer" } });
}
