import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ServedList } from "#fleet/served-list.tsx";
import { endpoints } from "#resources/endpoints.ts";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { useList } from "#table/use-list.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { tunnelTable } from "./tunnel-columns.tsx";
import { tunnelRows, type TunnelRow } from "./tunnel-rows.ts";

const TunnelPath = lazyExport(() => import("#fleet/tunnel-path.tsx"), "TunnelPath");

const poll = tunnels.every(10_000);
const pollEndpoints = endpoints.every(10_000);
const pollSessions = tunnelSessions.every(10_000);
const path = ({ item }: TunnelRow) => <TunnelPath tunnel={item} />;

/** /tunnels: every online tunnel, with its session and what it forwards to. */
export function Component() {
  const list = useList(tunnels, poll);
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: pollSessions });
  const { data: endpointsNow } = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const rows = useMemo(
    () => tunnelRows(list.items, sessions, endpointsNow),
    [list.items, sessions, endpointsNow],
  );
  return (
    <ServedList
      title="Tunnels"
      counts={<span>{formatCount(rows.length)} online</span>}
      table={tunnelTable}
      list={list}
      rows={rows}
      toOf={href.tunnel}
      path={path}
      empty={<NoTunnels />}
    />
  );
}

function NoTunnels() {
  return (
    <EmptyState
      title="No tunnel is online"
      actions={
        <ButtonLink to={href.sessions("?add")} variant="primary" icon="plus">
          Add agent
        </ButtonLink>
      }
    >
      <p>
        A tunnel forwards requests through an agent to a port on its machine. Start an agent with{" "}
        <code className="font-mono text-xs whitespace-nowrap">--tunnel http:3000</code> and its tunnel appears
        here.
      </p>
    </EmptyState>
  );
}
