import { writtenTexts } from "#resources/texts.ts";
import { apiKeys } from "#resources/api-keys.ts";
import { writesOf } from "#resources/writes.ts";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, isAbsent } from "#api/errors.ts";
import type { ApiKey, ApiKeyCreate } from "#contract/api-key.ts";

/** What a rotation copies: the request that makes a key like this one. The owner is left out where it is oneself. */
export function likeIt({ description, metadata, owner_id }: ApiKey, own: boolean): ApiKeyCreate {
  return {
    ...writtenTexts({ description, metadata }),
    ...(owner_id && !own ? { owner_id } : {}),
  };
}

/** Would both be copied to the same new key? */
export function sameCopy(a: ApiKey, b: ApiKey): boolean {
  return JSON.stringify(likeIt(a, false)) === JSON.stringify(likeIt(b, false));
}

/** Keys without a name say less: only so new ones are taken for each other, in ms. */
const UNNAMED_MS = 60 * 60_000;

/**
 * Newer keys of the same name, or without one as it is, of the last hour (`now` in ms): one of them may be the new key of a
 * rotation that was cut short.
 */
export function twinsOf(old: ApiKey, keys: readonly ApiKey[], now: number): ApiKey[] {
  const since = old.description ? 0 : now - UNNAMED_MS;
  return keys.filter(
    (key) =>
      key.id !== old.id &&
      (key.description ?? "") === (old.description ?? "") &&
      Date.parse(key.created_at) >= Math.max(since, Date.parse(old.created_at)),
  );
}

/** What became of the old key: gone, or a failure and whether it is known to be there still. */
export type Fate =
  | { state: "deleted" }
  | { state: "there" | "unknown"; error: unknown }
  /** Nothing was sent: the new key is gone, or could not be read. */
  | { state: "untouched"; error: unknown };

/**
 * Deletes the old key of a rotation, only while the new one is there. A failed deletion is looked into: the answer alone
 * may have been lost.
 */
export async function deleteOld(client: QueryClient, oldId: string, newId: string): Promise<Fate> {
  try {
    await writesOf(client, apiKeys).read(newId);
  } catch (error) {
    return { state: "untouched", error };
  }
  try {
    await writesOf(client, apiKeys).remove(oldId);
    return { state: "deleted" };
  } catch (error) {
    if (isAbsent(error)) return { state: "deleted" };
    return lookAfter(client, oldId, error);
  }
}

async function lookAfter(client: QueryClient, oldId: string, error: unknown): Promise<Fate> {
  try {
    await writesOf(client, apiKeys).read(oldId);
    return { state: "there", error };
  } catch (reason) {
    return isAbsent(reason) ? { state: "deleted" } : { state: "unknown", error };
  }
}

/** Whether a failed POST may have made a key whose token nobody has seen. */
export function maybeMade(error: unknown): boolean {
  return error instanceof ApiError && error.retry === "unsure";
}
