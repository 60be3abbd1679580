import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
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
import { columns } from "./tunnel-columns.tsx";
import { exportTunnel, tunnelModel, tunnelRows, tunnelSchema, type TunnelRow } from "./tunnel-rows.ts";

const TunnelPath = lazyExport(() => import("#fleet/tunnel-path.tsx"), "TunnelPath");

const poll = tunnels.every(10_000);
const pollEndpoints = endpoints.every(10_000);
const pollSessions = tunnelSessions.every(10_000);
const NOUN = { one: "tunnel", many: "tunnels" };
const keyOf = ({ id }: TunnelRow) => id;

/** /tunnels: every forward that runs, with the session it runs on and what it forwards to. */
export function Component() {
  const list = useList(tunnels, poll);
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: pollSessions });
  const { data: endpointsNow } = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const rows = useMemo(
    () => tunnelRows(list.items, sessions, endpointsNow),
    [list.items, sessions, endpointsNow],
  );
  return (
    <Page
      title="Tunnels"
      crumbs={[{ label: "Tunnels" }]}
      freshness={<Freshness query={list.query} />}
      titleExtra={
        rows.length > 0 ? <span className="text-content-muted">{formatCount(rows.length)} online</span> : null
      }
    >
      <AgentMenus>
        <ResourceList
          noun={NOUN}
          list={list}
          rows={rows}
          keyOf={keyOf}
          model={tunnelModel}
          schema={tunnelSchema}
          columns={columns}
          exportRow={exportTunnel}
          empty={<NoTunnels />}
          panel={PANEL}
        />
      </AgentMenus>
    </Page>
  );
}

const PANEL = {
  title: ({ name }: TunnelRow) => name,
  render: ({ tunnel, id }: TunnelRow) => (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <div className="-mx-4 -my-3">
        <TunnelPath tunnel={tunnel} />
      </div>
      <ButtonLink to={href.tunnel(id)} icon="right" className="justify-self-start">
        Open its page
      </ButtonLink>
    </Suspense>
  ),
};

function NoTunnels() {
  return (
    <EmptyState
      title="No tunnel is online"
      actions={
        <ButtonLink to={href.sessions()} variant="primary" icon="sessions">
          Start an agent
        </ButtonLink>
      }
    >
      <p>
        A tunnel forwards requests through an agent to a port on its host. It begins and ends with the agent’s
        session: start an agent with <code className="font-mono text-xs">--tunnel http:3000</code>, and its
        tunnel is listed here. Sessions has the exact command to paste.
      </p>
    </EmptyState>
  );
}
