import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { servedConfig } from "#api/served-config.ts";
import { appConfigQuery } from "#api/app-config.ts";
import { isAbsent } from "#api/errors.ts";
import { fetchList } from "#api/list.ts";
import { TunnelGroupBackend } from "#contract/backend.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { counted } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";
import { backends } from "./backends.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { usedBackends, useLiveTunnels, type LiveTunnels } from "./edge-way.ts";
import { useKnownEdges } from "./edges.ts";
import { sessionName } from "./session-name.ts";
import { labelText } from "./tunnel-names.ts";
import { tunnelSessions } from "./tunnel-sessions.ts";

/** A backend of any kind, and what serves it now. */
export type BackendRow = TunnelGroupBackend & {
  /** "tunnel group", "static": all but the first can be chosen here, not edited. */
  kind: string;
  /** As the service answers it. */
  answer: TunnelGroupBackend;
  /** Its path below the base URL. */
  path: string;
  /** The online tunnels with its labels; null = not read yet, or its kind has none. */
  live: readonly Tunnel[] | null;
  /** Whether an edge or a route sends to it, as far as those can be read. */
  used: boolean;
  /** The names of their agents. */
  agents: readonly string[];
};

const GROUP = "tunnel group";
/** The kinds that other services of the family have besides (protocol-facts.md#backends). */
const OTHERS = {
  http_response: "HTTP response",
  failover: "failover",
  weighted: "weighted",
  static: "static",
};

type Other = TunnelGroupBackend & Pick<BackendRow, "kind" | "path" | "answer">;

const OTHERS_KEY = ["backends", "others"];
type Others = { rows: Other[]; absent: readonly string[] };

/**
 * The backends of the kinds that this console can't edit, of those that the service has as far as its host says. A kind that
 * turned out to be absent is not asked for again in this visit.
 */
const others = queryOptions({
  queryKey: OTHERS_KEY,
  queryFn: async ({ client, signal }): Promise<Others> => {
    const config = servedConfig(await client.ensureQueryData(appConfigQuery));
    const known = client.getQueryData<Others>(OTHERS_KEY)?.absent ?? [];
    const kinds = Object.entries(OTHERS).filter(
      ([name]) => !known.includes(name) && (config?.backends?.includes(name) ?? true),
    );
    const absent = [...known];
    const lists = kinds.map(async ([name, kind]): Promise<Other[]> => {
      const path = `/backends/${name}`;
      try {
        const found = await fetchList({ path, key: "backends", item: TunnelGroupBackend, signal });
        return found.map((one) => ({
          ...one,
          answer: one,
          kind,
          path: `${path}/${encodeURIComponent(one.id)}`,
        }));
      } catch (error) {
        if (!isAbsent(error)) throw error;
        absent.push(name);
        return [];
      }
    });
    return { rows: (await Promise.all(lists)).flat(), absent };
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});
const NONE: readonly Other[] = [];
const NO_EDGES: readonly EdgeRow[] = [];

/** Whether a backend can be changed here. */
export const isTunnelGroup = ({ kind }: Pick<BackendRow, "kind">): boolean => kind === GROUP;

/** How a backend is: what serves it, or of which kind it is. Without an agent, requests fail as soon as one is sent there. */
export function backendStatus({ kind, live, used }: Pick<BackendRow, "kind" | "live" | "used">): {
  tone: StatusTone;
  text: string;
} {
  if (kind !== GROUP) return { tone: "none", text: "No agent needed" };
  if (live === null) return { tone: "none", text: "Unknown" };
  if (live.length === 0) return { tone: used ? "bad" : "warn", text: "No agent online" };
  return { tone: "ok", text: `${counted(live.length, "tunnel")} online` };
}

/** Tunnel groups with what serves them, then the other kinds. */
function backendRows(
  groups: readonly TunnelGroupBackend[],
  more: readonly Other[],
  live: LiveTunnels | undefined,
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
      used: used.has(group.id),
      agents: [...new Set(names.filter((name) => typeof name === "string"))],
    };
  });
  return [
    ...rows,
    ...more.map((one): BackendRow => ({ ...one, live: null, used: used.has(one.id), agents: [] })),
  ];
}

/** The backends of every kind for a list of the tunnel groups. */
export function useBackendRows(groups: readonly TunnelGroupBackend[] | undefined): BackendRow[] {
  const { data: { rows: more } = { rows: NONE } } = useQuery({ ...others, enabled: groups !== undefined });
  const { data: sessions } = useQuery({ ...tunnelSessions.query, staleTime: 15_000 });
  const live = useLiveTunnels();
  const { edges = NO_EDGES } = useKnownEdges();
  return useMemo(() => {
    const named = new Map(sessions?.map((session) => [session.id, sessionName(session)]));
    return backendRows(groups ?? [], more, live, usedBackends(edges), (id) => named.get(id));
  }, [groups, more, live, edges, sessions]);
}

/** All that a backend is found by beside its name. */
export function backendWords({ id, kind, labels, live, agents }: BackendRow): string[] {
  const tunnels = (live ?? []).flatMap((tunnel) => [tunnel.id, tunnel.forwards_to ?? ""]);
  return [id, kind, labelText(labels), ...agents, ...tunnels].filter(Boolean);
}
