import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { RefLink } from "#components/ref-link.tsx";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { useGoneTunnel } from "#fleet/gone-note.tsx";
import { AgentRef, ServedRef } from "#fleet/gone-refs.tsx";
import { tunnels } from "#resources/tunnels.ts";
import { trafficRow } from "#traffic/traffic-row.ts";
import { formatBytes } from "#ui/amounts.ts";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { useEventRoute } from "./use-event-route.ts";

type Fact = [label: string, value: ReactNode];

/** Where a tunnel forwards to, also once it has ended. */
function useUpstream(id = ""): string | undefined {
  const query = { ...tunnels.detail(id), staleTime: 30_000, retry: false, enabled: id !== "" };
  const before = useGoneTunnel(id)?.tunnel;
  const { data = before } = useQuery(query);
  return data?.forwards_to ?? undefined;
}

/** Who sent it, what carried it, and how. */
export function EventProperties({ event }: { event: TrafficEvent }) {
  const { object, gatehouse: own = {} } = event;
  const { conn } = object;
  const tls = "tls" in object ? (object.tls as { version?: string; cipher_suite?: string }) : undefined;
  const { bytesIn, bytesOut, host } = trafficRow(event);
  const edge = own.edge_id;
  const route = own.route_id && edge ? <RouteRef id={own.route_id} edgeId={edge} /> : null;
  const path: Fact[] = [
    ["Endpoint", served(own.endpoint_id, host)],
    ["Edge", ref(edge, host)],
    ["Route", route],
    ["Backend", ref(own.backend_id)],
    ["Tunnel", served(own.tunnel_id)],
    ["Agent", agent(own.session_id)],
    ["Forwards to", mono(useUpstream(own.tunnel_id))],
  ];
  const facts: Fact[] = [
    ["Client", mono(conn?.client_ip)],
    ["Edge address", mono(conn?.server_ip && `${conn.server_ip}:${conn.server_port ?? ""}`)],
    ["Protocol", own.http_version && `HTTP/${own.http_version}`],
    ["Upgraded to", own.upgrade],
    ["TLS", tls?.version],
    ["Cipher", mono(tls?.cipher_suite)],
    ["Received", formatBytes(bytesIn)],
    ["Sent", formatBytes(bytesOut)],
  ];
  return (
    <>
      <Facts title="Path" facts={path} />
      <Facts title="Connection" facts={facts} />
    </>
  );
}

/** A route by what it matches or matched, once that is read: its id alone does not say where it is. */
function RouteRef({ id, edgeId }: { id: string; edgeId: string }) {
  const { match, gone } = useEventRoute({ edge_id: edgeId, route_id: id });
  const name = !gone ? match : match === undefined ? "Deleted" : `${match} (deleted)`;
  return <RefLink reference={{ id, edge_id: edgeId }} name={name} known={!gone} withId />;
}

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  const rows = facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  return rows.length === 0 ? null : (
    <Panel title={title}>
      <div className="px-4 py-3">
        <Properties rows={rows} />
      </div>
    </Panel>
  );
}

/** What is gone since is called as the request did. */
const ref = (id: string | undefined, otherwise?: string) =>
  id === undefined ? null : <RefLookup reference={{ id }} otherwise={otherwise || undefined} />;
const served = (id: string | undefined, otherwise?: string) =>
  id === undefined ? null : <ServedRef id={id} otherwise={otherwise || undefined} />;
const agent = (id: string | undefined) => (id === undefined ? null : <AgentRef id={id} />);
const mono = (text: string | undefined) => (text ? <span className="font-mono text-xs">{text}</span> : null);
