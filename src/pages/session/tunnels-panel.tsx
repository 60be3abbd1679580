import { RefLink } from "#components/ref-link.tsx";
import type { Tunnel } from "#contract/tunnel.ts";
import { backendsOf, tunnelName } from "#resources/tunnel-names.ts";
import { protocolWords } from "#resources/type-words.ts";
import { RelativeTime } from "#ui/time.tsx";
import { BackendLinks } from "./backend-links.tsx";
import { PanelTable } from "./panel-table.tsx";

const COLUMNS = [
  {
    head: "Tunnel",
    // Where its links come one under the other, each is as high as a finger needs.
    className: "flex min-w-0 flex-wrap items-center gap-x-2 leading-6",
    cell: (tunnel: Tunnel) => <NameAndBackends tunnel={tunnel} />,
  },
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

/** The tunnels that a session runs. */
export function TunnelsPanel({ tunnels }: { tunnels: readonly Tunnel[] }) {
  return (
    <PanelTable
      title="Tunnels"
      grid="md:grid-cols-[minmax(0,1fr)_4.5rem_11rem_7.75rem]"
      columns={COLUMNS}
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
    </>
  );
}
