import { useQuery } from "@tanstack/react-query";
import { useKnownEdges } from "#resources/edges.ts";
import { onlyConnections } from "#resources/only-connections.ts";
import { tunnels } from "#resources/tunnels.ts";
import { TrafficPanel } from "#traffic/traffic-panel.tsx";

/** The traffic of an agent, in the words of what it serves now. */
export function SessionTraffic({ id, began }: { id: string; began: string }) {
  const { data = [] } = useQuery(tunnels.query);
  const { edges = [] } = useKnownEdges();
  const own = data.filter(({ tunnel_session: session }) => session?.id === id);
  return (
    <TrafficPanel
      by="session"
      id={id}
      began={began}
      noun={onlyConnections(own, edges) ? "connection" : "request"}
    />
  );
}
