import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Puts what a write answered into the cache. A reading that began before the write is given up first: it would bring back
 * what was there before, and be the last word.
 */
export async function setAnswer(client: QueryClient, queryKey: QueryKey, answer: object): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}
