import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { counted, plural } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";
import { backends } from "./backends.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { usedBackends } from "./edge-way.ts";
import { useLiveTunnels, type LiveTunnels } from "./live-tunnels.ts";
import { useKnownEdges } from "./edges.ts";
import { type OtherBackend, otherBackends, withoutTunnels } from "./other-backends.ts";
import { sessionName } from "./session-name.ts";
import { labelText } from "./tunnel-names.ts";
import { tunnelSessions } from "./tunnel-sessions.ts";
import { unreachedWords, useUnreached, type Unreached, type UnreachedBy } from "./unreachable.ts";

/** A backend of any kind, and what serves it now: all but tunnel groups can be chosen here, not edited. */
export type BackendRow = OtherBackend & {
  /** The online tunnels with its labels; null = not read yet, or its kind has none. */
  live: readonly Tunnel[] | null;
  /** Why requests fail at the app, for each of them whose requests do. */
  failing: readonly Unreached[];
  /** Whether an edge or a route sends to it, as far as those can be read. */
  used: boolean;
  /** The names of their agents. */
  agents: readonly string[];
};

const GROUP = "tunnel group";
const NONE: readonly OtherBackend[] = [];
const NO_EDGES: readonly EdgeRow[] = [];

/** Whether a backend can be changed here. */
export const isTunnelGroup = ({ kind }: Pick<BackendRow, "kind">): boolean => kind === GROUP;

/** Several tunnels of one agent may serve the same backend. */
const agentsOf = (live: readonly Tunnel[]) =>
  new Set(live.map(({ id, tunnel_session: of }) => of?.id ?? id)).size;

/** How a backend is: what serves it, or of which kind it is. Without an agent, requests fail as soon as one is sent there. */
export function backendStatus({
  id,
  kind,
  live,
  failing,
  used,
}: Pick<BackendRow, "id" | "kind" | "live" | "failing" | "used">): { tone: StatusTone; text: string } {
  if (kind !== GROUP) return { tone: "none", text: withoutTunnels(id) };
  if (live === null) return { tone: "none", text: "Unknown" };
  if (live.length === 0) return { tone: used ? "bad" : "warn", text: "No agent online" };
  const [lead] = failing;
  if (lead && failing.length === live.length) return unreachedWords(lead);
  if (lead)
    return {
      tone: "warn",
      text: `${failing.length} of ${counted(live.length, "app")} ${plural(failing.length, "fails", "fail")}`,
    };
  return { tone: "ok", text: `${counted(agentsOf(live), "agent")} online` };
}

/** Tunnel groups with what serves them, then the other kinds. */
function backendRows(
  groups: readonly TunnelGroupBackend[],
  more: readonly OtherBackend[],
  live: LiveTunnels | undefined,
  unreached: UnreachedBy | undefined,
  used: ReadonlySet<string>,
  nameOfSession: (id: string) => string | undefined,
): BackendRow[] {
  const rows = groups.map((group): BackendRow => {
    const tunnels = live ? (live.get(group.id) ?? []) : null;
    const names = (tunnels ?? []).map(({ tunnel_session: of }) => of && (nameOfSession(of.id) ?? of.id));
    return {
      ...group,
      answer: group,
      kind: GROUP,
      path: backends.pathOf(group.id),
      live: tunnels,
      failing: (tunnels ?? []).flatMap((tunnel) => unreached?.get(tunnel.id) ?? []),
      used: used.has(group.id),
      agents: [...new Set(names.filter((name) => typeof name === "string"))],
    };
  });
  return [
    ...rows,
    ...more.map((one): BackendRow => ({
      ...one,
      live: null,
      failing: [],
      used: used.has(one.id),
      agents: [],
    })),
  ];
}

/** The backends of every kind for a list of the tunnel groups. */
export function useBackendRows(groups: readonly TunnelGroupBackend[] | undefined): BackendRow[] {
  const { data: { rows: more } = { rows: NONE } } = useQuery({
    ...otherBackends,
    enabled: groups !== undefined,
  });
  const { data: sessions } = useQuery({ ...tunnelSessions.query, staleTime: 15_000 });
  const live = useLiveTunnels();
  const unreached = useUnreached();
  const { edges = NO_EDGES } = useKnownEdges();
  return useMemo(() => {
    const named = new Map(sessions?.map((session) => [session.id, sessionName(session)]));
    return backendRows(groups ?? [], more, live, unreached, usedBackends(edges), (id) => named.get(id));
  }, [groups, more, live, unreached, edges, sessions]);
}

/** All that a backend is found by beside its name. */
export function backendWords({ id, kind, labels, live, agents }: BackendRow): string[] {
  const tunnels = (live ?? []).flatMap((tunnel) => [tunnel.id, tunnel.forwards_to ?? ""]);
  return [id, kind, labelText(labels), ...agents, ...tunnels].filter(Boolean);
}
