import { RefLink } from "#components/ref-link.tsx";
import type { Tunnel } from "#contract/tunnel.ts";
import { backendsOf, tunnelName } from "#resources/tunnel-names.ts";
import { protocolWords } from "#resources/type-words.ts";
import { TunnelFault } from "#fleet/tunnel-fault.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { BackendLinks } from "./backend-links.tsx";
import { PanelTable } from "./panel-table.tsx";

const NAME = {
  head: "Tunnel",
  // Where its links come one under the other, each is as high as a finger needs.
  className: "flex min-w-0 flex-wrap items-center gap-x-2 leading-6",
};
const FACTS = [
  {
    head: "Protocol",
    className: "text-content-muted",
    cell: protocolWords,
  },
  {
    head: "Forwards to",
    className: "min-w-0 truncate font-mono text-xs text-content-muted",
    titleOf: ({ forwards_to: upstream }: Tunnel) => upstream ?? undefined,
    cell: ({ forwards_to: upstream }: Tunnel) => upstream || "–",
  },
  {
    head: "Started",
    className: "text-content-muted",
    cell: ({ started_at: started }: Tunnel) => <RelativeTime at={started} />,
  },
];

const COLUMNS = [{ ...NAME, cell: (tunnel: Tunnel) => <NameAndBackends tunnel={tunnel} /> }, ...FACTS];
/** A tunnel that ended has no page. */
const ENDED_COLUMNS = [{ ...NAME, cell: tunnelName }, ...FACTS];

/** The tunnels that a session runs, or ran until it `ended`. */
export function TunnelsPanel({ tunnels, ended = false }: { tunnels: readonly Tunnel[]; ended?: boolean }) {
  return (
    <PanelTable
      title={ended ? "Tunnels before it disconnected" : "Tunnels"}
      grid="md:grid-cols-[minmax(0,1fr)_4.5rem_11rem_7.75rem]"
      columns={ended ? ENDED_COLUMNS : COLUMNS}
      rows={tunnels}
      keyOf={({ id }) => id}
      empty="This agent runs no tunnel."
    />
  );
}

function NameAndBackends({ tunnel }: { tunnel: Tunnel }) {
  const serves = backendsOf(tunnel).map(({ id }) => id);
  return (
    <>
      <span className="wrap-anywhere">
        <RefLink reference={tunnel} name={tunnelName(tunnel)} known />
      </span>
      {serves.length > 0 ? (
        <>
          <span className="text-content-muted">serves</span>
          <BackendLinks ids={serves} />
        </>
      ) : null}
      <TunnelFault id={tunnel.id} />
    </>
  );
}
