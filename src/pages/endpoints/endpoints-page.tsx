import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { useKnownEdges } from "#resources/edge-lists.ts";
import { endpoints } from "#resources/endpoints.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { ResourceList } from "#table/resource-list.tsx";
import { useList } from "#table/use-list.ts";
import { AgentMenus } from "#fleet/agent-menu.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { columns } from "./endpoint-columns.tsx";
import {
  endpointModel,
  endpointRows,
  endpointSchema,
  exportEndpoint,
  type EndpointRow,
} from "./endpoint-rows.ts";

const EndpointPath = lazyExport(() => import("#fleet/endpoint-path.tsx"), "EndpointPath");

const poll = endpoints.every(10_000);
const pollTunnels = tunnels.every(10_000);
const pollSessions = tunnelSessions.every(10_000);
const NOUN = { one: "endpoint", many: "endpoints" };
const keyOf = ({ id }: EndpointRow) => id;

/** /endpoints: every public URL, with the tunnel and session or the edge that serves it. */
export function Component() {
  const list = useList(endpoints, poll);
  const { data: tunnelsNow } = useQuery({ ...tunnels.query, refetchInterval: pollTunnels });
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: pollSessions });
  const { edges } = useKnownEdges();
  const rows = useMemo(
    () => endpointRows(list.items, tunnelsNow, sessions, edges),
    [list.items, tunnelsNow, sessions, edges],
  );
  return (
    <Page
      title="Endpoints"
      crumbs={[{ label: "Endpoints" }]}
      freshness={<Freshness query={list.query} />}
      titleExtra={
        rows.length > 0 ? <span className="text-content-muted">{formatCount(rows.length)} active</span> : null
      }
    >
      <AgentMenus>
        <ResourceList
          noun={NOUN}
          list={list}
          rows={rows}
          keyOf={keyOf}
          model={endpointModel}
          schema={endpointSchema}
          columns={columns}
          exportRow={exportEndpoint}
          empty={<NoEndpoints />}
          panel={PANEL}
        />
      </AgentMenus>
    </Page>
  );
}

const PANEL = {
  title: ({ name }: EndpointRow) => name,
  render: ({ endpoint, tunnel, id }: EndpointRow) => (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <div className="-mx-4 -my-3">
        <EndpointPath endpoint={endpoint} tunnel={tunnel} />
      </div>
      <ButtonLink to={href.endpoint(id)} icon="right" className="justify-self-start">
        Open its page
      </ButtonLink>
    </Suspense>
  ),
};

function NoEndpoints() {
  return (
    <EmptyState
      title="Nothing is public yet"
      actions={
        <>
          <ButtonLink to={href.sessions()} variant="primary" icon="sessions">
            Start an agent
          </ButtonLink>
          <ButtonLink to={href.edges()} icon="edges">
            Make an edge
          </ButtonLink>
        </>
      }
    >
      <p>
        An endpoint is a public URL that somebody serves. An agent’s tunnel opens one for as long as its
        session lasts; an edge keeps its own at each of its hostports, whichever agents come and go.
      </p>
    </EmptyState>
  );
}
