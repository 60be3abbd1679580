import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { EndedSession, EndedSessionList } from "#contract/ended-session.ts";
import type { Departure } from "./departures.ts";

const PATH = "/ended_sessions";

const departureOf = ({
  ended_at,
  reason,
  succeeded_by: next,
  refusal,
  tunnels,
  ...session
}: EndedSession): Departure => {
  const at = Date.parse(ended_at);
  return {
    session,
    reason,
    seenAt: at,
    leftAt: at,
    served: tunnels,
    ...(refusal !== null && { refusal }),
    ...(next && { back: next.id }),
  };
};

/** Who left in the last day and is not back, oldest first, as the service knows; none where it does not say (decisions/fleet/ended-sessions.md). */
export const endedSessions = queryOptions({
  queryKey: ["ended_sessions", "list"],
  queryFn: async ({ signal }): Promise<readonly Departure[]> => {
    try {
      const answer = await request({ method: "GET", path: PATH, answer: EndedSessionList, signal });
      return answer.ended_sessions.map(departureOf).toReversed();
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  },
  staleTime: 60_000,
});

/** How one session ended; null where the service does not know. */
export const endedSession = (id: string) =>
  queryOptions({
    queryKey: ["ended_sessions", id],
    queryFn: async ({ signal }): Promise<Departure | null> => {
      try {
        const path = `${PATH}/${encodeURIComponent(id)}`;
        return departureOf(await request({ method: "GET", path, answer: EndedSession, signal }));
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
  });

/**
 * Who the service says is not back, and what it says of those of `own` that it listed and lists no longer: their agents came
 * back, if only to leave again.
 */
export async function endedAnew(
  client: QueryClient,
  own: readonly Departure[],
): Promise<readonly Departure[]> {
  const listed = await client.fetchQuery({ ...endedSessions, staleTime: 0 });
  const away = new Set(listed.map(({ session }) => session.id));
  const unlisted = own.filter(
    ({ session, back, reason }) => back === undefined && reason !== undefined && !away.has(session.id),
  );
  const told = await Promise.all(
    unlisted.map(({ session }) => client.fetchQuery({ ...endedSession(session.id), staleTime: 0 })),
  );
  return [...listed, ...told.filter((one) => one !== null)];
}
