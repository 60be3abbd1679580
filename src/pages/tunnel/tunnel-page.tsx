import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import type { Tunnel } from "#contract/tunnel.ts";
import { AgentRef, ServedRef } from "#fleet/gone-refs.tsx";
import { ServedPage } from "#fleet/served-page.tsx";
import { TunnelPath } from "#fleet/tunnel-path.tsx";
import { faultWay, isUnreached, useServing, wayWords } from "#resources/edge-way.ts";
import { href } from "#resources/paths.ts";
import { backendsOf, tunnelName } from "#resources/tunnel-names.ts";
import { Pill } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useTunnel } from "./use-tunnel.ts";

const KIND = {
  what: "tunnel" as const,
  list: { title: "Tunnels", to: href.tunnels(), path: "/tunnels" },
  nameOf: tunnelName,
  toOf: href.tunnel,
  sinceOf: (tunnel: Tunnel) => tunnel.started_at,
  state: { on: () => "Online", ended: "Ended" },
  pathTitle: { on: "Request path", ended: "Request path before it ended" },
  unknown: {
    title: "This tunnel is offline or never existed",
    words: (id: ReactNode) => (
      <>
        No online tunnel has the ID {id}. After a restart, a tunnel has a new ID. Search all tunnels for its
        URL or labels.
      </>
    ),
  },
};

/** /tunnels/:id: one forward, from what is public through it to its upstream. */
export function Component() {
  const { id = "" } = useParams();
  return <TunnelView key={id} id={id} />;
}

function TunnelView({ id }: { id: string }) {
  const seen = useTunnel(id);
  const { proto, public_url: url } = seen.query.data ?? {};
  const fault = faultWay({ id, proto, address: url }, useServing());
  const status = fault ? wayWords(fault) : undefined;
  const online = !seen.gone || seen.successor !== null;
  return (
    <ServedPage kind={KIND} id={id} seen={seen} details={detailsOf} status={status}>
      {(tunnel) => (
        <TunnelPath
          tunnel={tunnel}
          online={online}
          why={status?.why}
          fails={fault !== null && isUnreached(fault.lead)}
        />
      )}
    </ServedPage>
  );
}

function detailsOf(tunnel: Tunnel) {
  const { proto, region, labels, started_at: started, tunnel_session: session, endpoint } = tunnel;
  const named = Object.entries(labels ?? {});
  return [
    { label: "Protocol", value: proto || "Set by the edge" },
    { label: "Region", value: region || "–" },
    { label: "Session", value: session ? <AgentRef id={session.id} /> : "–" },
    ...(endpoint ? [{ label: "Endpoint", value: <ServedRef id={endpoint.id} /> }] : []),
    ...(named.length > 0
      ? [
          {
            label: "Labels",
            value: (
              <span className="flex flex-wrap gap-1">
                {named.map(([label, value]) => (
                  <Pill key={label}>{`${label}=${value}`}</Pill>
                ))}
              </span>
            ),
          },
          { label: "Backends", value: <Backends refs={backendsOf(tunnel)} /> },
        ]
      : []),
    { label: "Started", value: <RelativeTime at={started} /> },
  ];
}

function Backends({ refs }: { refs: ReturnType<typeof backendsOf> }) {
  if (refs.length === 0) return "No backend has these labels";
  return (
    <ul>
      {refs.map((ref) => (
        <li key={ref.id}>
          <RefLookup reference={ref} />
        </li>
      ))}
    </ul>
  );
}
