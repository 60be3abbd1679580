import { useQuery } from "@tanstack/react-query";
import { pollEvery } from "#api/query-client.ts";
import { endedSession } from "#fleet/watch-departures.ts";

const poll = pollEvery(5_000);

/** Why the service refused the agent of a session that ended, as soon as it did. */
export function useRefusal(id = ""): string | undefined {
  const { data } = useQuery({
    ...endedSession(id),
    enabled: id !== "",
    refetchOnMount: "always",
    // Where the service does not know of it, it never will.
    refetchInterval: (query) => (query.state.data === null ? false : poll(query)),
  });
  return data?.refusal;
}
