import { KINDS } from "#resources/kinds.ts";
import { useState } from "react";
import { RefLink } from "#components/ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { PathStep, SessionControls } from "./traffic-path.tsx";
import { TunnelFault } from "./tunnel-fault.tsx";
import { useSession } from "./use-session.ts";

const SHOWN = 10;

/** Where the way of a request forks: the tunnels of an edge, each with its agent. `serves` says what for, where not for all. */
export function TunnelFork({ tunnels, serves }: { tunnels: readonly Tunnel[]; serves: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? tunnels : tunnels.slice(0, SHOWN);
  return (
    <PathStep icon="tunnels" kind="Tunnels">
      <span>{`${counted(tunnels.length, KINDS.tunnel.noun)} online ${serves}`.trim()}</span>
      <ul aria-label="Tunnels" className="mt-2 grid border-y border-line">
        {shown.map((tunnel) => (
          <Row key={tunnel.id} tunnel={tunnel} />
        ))}
      </ul>
      {shown.length < tunnels.length ? (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => setAll(true)}>
          Show {formatCount(tunnels.length - SHOWN)} more
        </Button>
      ) : null}
    </PathStep>
  );
}

function Row({ tunnel }: { tunnel: Tunnel }) {
  const seen = useSession(tunnel.tunnel_session?.id ?? "");
  const { session, online } = seen;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 last:border-b-0">
      <div className="min-w-0 flex-[1_1_14rem]">
        {session ? (
          <RefLink reference={session} name={sessionName(session)} known={online} />
        ) : (
          <RefLink reference={tunnel} name={tunnelName(tunnel)} known />
        )}
        <div className="text-xs text-content-muted wrap-anywhere">
          {session ? `${tunnelName(tunnel)} → ` : ""}
          <span className="font-mono">{tunnel.forwards_to ?? "–"}</span>
        </div>
      </div>
      <TunnelFault id={tunnel.id} />
      {session ? (
        <div className="flex flex-wrap items-center gap-3">
          <SessionControls seen={seen} session={session} />
        </div>
      ) : null}
    </li>
  );
}
