import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { credentials } from "#resources/credentials.ts";

const poll = pollEvery(10_000);

/** What is said of an agent that is offline once that is so. */
export const AUTHTOKEN_DELETED = {
  text: "Authtoken deleted",
  detail: "It can’t reconnect. Start it with another authtoken.",
};

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

/** Of an agent that is offline: `facts` are why without what brings it back, as nothing does once its authtoken was deleted. */
export type Offline = { authtoken: string | undefined; facts: string };

/** What a line says of why; of an agent that is offline, also that it can't come back by itself. */
export function useWhy({ why, offline }: { why: string; offline?: Offline | undefined }): string {
  const { text, detail } = AUTHTOKEN_DELETED;
  return useAuthtokenDeleted(offline?.authtoken) ? `${offline?.facts} ${text}. ${detail}` : why;
}
