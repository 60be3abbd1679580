import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { sendsTo } from "#edges/backend-labels.ts";
import { identityOf } from "#fleet/start-action.ts";
import { groupBy } from "#resources/group-by.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";

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

/** Labels as a tunnel has them, of those in an address: "app=shop". */
export const labelsIn = (labels: readonly string[]): Record<string, string> =>
  Object.fromEntries(labels.map((label) => label.split(/=(.*)/s).slice(0, 2)));

/** The session that serves all of the labels ("app=shop"), if there are any, and was not there `before`: a restart may have brought them. */
export function servingOf(
  labels: readonly string[],
  before: Sessions,
  now: Sessions,
  served: readonly Tunnel[],
): TunnelSession | undefined {
  const known = new Set(before.map(({ id }) => id));
  if (labels.length === 0) return undefined;
  const asked = labelsIn(labels);
  const serving = new Set(
    served.filter((tunnel) => sendsTo(asked, tunnel)).map(({ tunnel_session: at }) => at?.id),
  );
  return now.find(({ id }) => !known.has(id) && serving.has(id));
}

/**
 * Sessions of agents that were not there when this was first shown; with `all` each is one. Several at once are no first agent.
 * `serving` is the one that came since with the labels, whether its agent is new or not.
 */
export function useAdded(
  all = false,
  labels: readonly string[] = [],
): { added: Sessions | null; several: boolean; serving: TunnelSession | undefined } {
  const { data: sessions } = useQuery(tunnelSessions.query);
  const [before, setBefore] = useState(all ? NONE : null);
  // By a link it is shown before the list is there.
  if (before === null && sessions) setBefore(sessions);
  const { data: served = [] } = useQuery({ ...tunnels.query, enabled: labels.length > 0 });
  const added = before && sessions ? newcomers(before, sessions) : NONE;
  const serving = before && sessions ? servingOf(labels, before, sessions, served) : undefined;
  return { added: added.length > 0 ? added : null, several: added.length > 1, serving };
}
