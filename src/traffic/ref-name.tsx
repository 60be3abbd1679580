import { skipToken, useQuery } from "@tanstack/react-query";
import { resourceOf, type Row } from "#resources/all.ts";
import { routePlace } from "#resources/edge-names.ts";
import { edges } from "#resources/edges.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { RefLink } from "#components/ref-link.tsx";
import { shortenId } from "#ui/format.ts";

const FRESH_MS = 30_000;
const NOTHING = { queryKey: ["ref", "unknown"], queryFn: skipToken } as const;

/** What something is called, as far as the service says: its name, else its id. */
export function RefName({ id }: { id: string }) {
  const of = resourceOf(id);
  const { data } = useQuery<Row>({ ...(of?.detail?.(id) ?? NOTHING), staleTime: FRESH_MS, retry: false });
  return <span title={id}>{data && of ? of.nameOf(data) : shortenId(id)}</span>;
}

/** The agent of a session, by the list of those that are online: many rows ask for few of them. */
export function AgentName({ id }: { id: string }) {
  const { data } = useQuery({
    ...tunnelSessions.query,
    staleTime: FRESH_MS,
    select: (sessions) => sessions.find((session) => session.id === id),
  });
  return <RefLink reference={{ id }} name={data && sessionName(data)} known={data !== undefined} />;
}

/** The place of a route, by the list of edges: an id alone addresses none. */
export function RouteName({ id }: { id: string }) {
  const { data: edge } = useQuery({
    ...edges.https.query,
    staleTime: FRESH_MS,
    select: (rows) => rows.find(({ routes }) => routes?.some((route) => route.id === id)),
  });
  const match = edge?.routes?.find((route) => route.id === id)?.match;
  return (
    <RefLink
      reference={edge ? { id, edge_id: edge.id } : { id }}
      name={edge && match && routePlace(edge, match)}
      known={edge !== undefined}
    />
  );
}
