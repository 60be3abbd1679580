import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { credentials } from "#resources/credentials.ts";

const poll = pollEvery(10_000);

/** Whether the authtoken of an agent that is offline was deleted, for certain. */
export function useAuthtokenDeleted(id = ""): boolean {
  const { error } = useQuery({
    ...credentials.detail(id),
    enabled: id !== "",
    refetchOnMount: "always",
    refetchInterval: (query) => (isAbsent(query.state.error) ? false : poll(query)),
  });
  const absent = isAbsent(error);
  // A service that has no authtokens says the same of each.
  const { data: listed } = useQuery({ ...credentials.query, enabled: absent, staleTime: 0 });
  return absent && listed?.every((one) => one.id !== id) === true;
}
