import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLostSessions } from "#fleet/lost-sessions.ts";
import { ServedList } from "#fleet/served-list.tsx";
import { useEdgeWays, useServing } from "#resources/edge-way.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { endpoints } from "#resources/endpoints.ts";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { useList } from "#table/use-list.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { endpointTable } from "./endpoint-columns.tsx";
import { EndpointCounts } from "./endpoint-counts.tsx";
import { endpointRows, type EndpointRow } from "./endpoint-rows.ts";

const EndpointPath = lazyExport(() => import("#fleet/endpoint-path.tsx"), "EndpointPath");

const poll = endpoints.every(10_000);
const pollTunnels = tunnels.every(10_000);
const pollSessions = tunnelSessions.every(10_000);
const path = ({ item, tunnel }: EndpointRow) => <EndpointPath endpoint={item} tunnel={tunnel} />;

/** /endpoints: every public URL, with the tunnel and session or the edge that serves it. */
export function Component() {
  const list = useList(endpoints, poll);
  const { data: tunnelsNow } = useQuery({ ...tunnels.query, refetchInterval: pollTunnels });
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: pollSessions });
  const { edges } = useKnownEdges();
  const ways = useEdgeWays();
  const serving = useServing();
  const rows = useMemo(
    () => endpointRows(list.items, tunnelsNow, sessions, edges, ways, serving),
    [list.items, tunnelsNow, sessions, edges, ways, serving],
  );
  return (
    <ServedList
      title="Endpoints"
      counts={<EndpointCounts rows={rows} />}
      table={endpointTable}
      list={list}
      rows={rows}
      toOf={href.endpoint}
      path={path}
      empty={<NoEndpoints />}
    />
  );
}

function NoEndpoints() {
  return (
    <EmptyState
      title={useLostSessions().length > 0 ? "Nothing is public now" : "Nothing is public yet"}
      actions={
        <>
          <ButtonLink to={href.sessions("?add")} variant="primary" icon="plus">
            Add agent
          </ButtonLink>
          <ButtonLink to={href.edges()} icon="edges">
            Create edge
          </ButtonLink>
        </>
      }
    >
      <p>
        An endpoint is a public URL. An agent’s tunnel opens one while it is online. An edge keeps its own at
        stable addresses.
      </p>
    </EmptyState>
  );
}
