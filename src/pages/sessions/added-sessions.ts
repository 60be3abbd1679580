import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { identityOf } from "#fleet/start-action.ts";
import { groupBy } from "#resources/group-by.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";

type Sessions = readonly TunnelSession[];

/** The sessions `now` that were not there `before`, unless one of the same agent left meanwhile, which restarted as the first of them. */
export function newcomers(before: Sessions, now: Sessions): Sessions {
  const online = new Set(now.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const left = groupBy(
    before.filter(({ id }) => !online.has(id)),
    identityOf,
  );
  const come = now.filter(({ id }) => !known.has(id));
  // Newest first.
  const restarted = [...groupBy(come, identityOf)].flatMap(([agent, all]) => {
    const gone = left.get(agent)?.length ?? 0;
    return gone === 0 ? [] : all.slice(-gone);
  });
  return come.filter((one) => !restarted.includes(one));
}

const NONE: Sessions = [];

/** Sessions of agents that were not there when this was first shown; with `all` each is one. Several at once are no first agent. */
export function useAdded(all = false): { added: Sessions | null; several: boolean } {
  const { data: sessions } = useQuery(tunnelSessions.query);
  const [before, setBefore] = useState(all ? NONE : null);
  // By a link it is shown before the list is there.
  if (before === null && sessions) setBefore(sessions);
  const added = before && sessions ? newcomers(before, sessions) : NONE;
  return { added: added.length > 0 ? added : null, several: added.length > 1 };
}
