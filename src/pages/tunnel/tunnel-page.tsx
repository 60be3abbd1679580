import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import type { Tunnel } from "#contract/tunnel.ts";
import { ServedPage } from "#fleet/served-page.tsx";
import { TunnelPath } from "#fleet/tunnel-path.tsx";
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
  pathTitle: { on: "The way of a request", ended: "The way that requests took" },
  unknown: {
    title: "Not a tunnel that is online",
    words: (id: ReactNode) => (
      <>
        The service knows no tunnel {id}. It lists online tunnels only, and an agent that comes back has new
        ids: look for the URL or the labels among all tunnels.
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
  return (
    <ServedPage kind={KIND} id={id} seen={seen} details={detailsOf}>
      {(tunnel) => <TunnelPath tunnel={tunnel} />}
    </ServedPage>
  );
}

function detailsOf(tunnel: Tunnel) {
  const { proto, region, labels, started_at: started, tunnel_session: session, endpoint } = tunnel;
  const named = Object.entries(labels ?? {});
  return [
    { label: "Protocol", value: proto || "set by its edge" },
    { label: "Region", value: region || "–" },
    { label: "Session", value: session ? <RefLookup reference={session} /> : "–" },
    ...(endpoint ? [{ label: "Endpoint", value: <RefLookup reference={endpoint} /> }] : []),
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
  if (refs.length === 0) return "none has these labels";
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
