import { queryOptions, useQuery } from "@tanstack/react-query";
import { pollEvery } from "#api/query-client.ts";
import { settled } from "#ui/settled.ts";
import type { Published } from "#contract/outdated.ts";

const POLL_MS = 5 * 60_000;

/** The versions of the agent that the service publishes, read with what rollouts left to tell; what reads is no part of the first load. */
export const published = queryOptions({
  queryKey: ["news"],
  queryFn: async ({ client, signal }) => {
    await settled();
    return (await import("./news.ts")).readNews(client, signal);
  },
  refetchInterval: pollEvery(POLL_MS),
});

/** {@link published}, as far as they are known. */
export const usePublished = (): Published => useQuery(published).data;
