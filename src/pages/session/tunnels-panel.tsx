import { RefLink } from "#components/ref-link.tsx";
import { ROLES } from "#table/roles.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { backendsOf } from "#fleet/blast-radius.ts";
import { Panel } from "#ui/panel.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { BackendLinks } from "./backend-links.tsx";

const HEADS = ["Tunnel", "Protocol", "Forwards to", "Started"];
const ROW =
  "grid border-line px-4 md:grid-cols-[minmax(0,1fr)_4.5rem_11rem_7.75rem] md:items-center md:gap-3";

/** The tunnels that a session runs. */
export function TunnelsPanel({ tunnels }: { tunnels: readonly Tunnel[] }) {
  return (
    <Panel title="Tunnels" count={tunnels.length}>
      {tunnels.length === 0 ? (
        <p className="p-4 text-content-muted">This session runs no tunnel.</p>
      ) : (
        <table {...ROLES.table} aria-label="Tunnels" className="block">
          <thead {...ROLES.rowgroup} className="block text-xs text-content-muted max-md:sr-only">
            <tr {...ROLES.row} className={`${ROW} h-row-head border-b`}>
              {HEADS.map((head) => (
                <th key={head} {...ROLES.columnheader}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLES.rowgroup} className="block">
            {tunnels.map((tunnel) => (
              <TunnelRow key={tunnel.id} tunnel={tunnel} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function TunnelRow({ tunnel }: { tunnel: Tunnel }) {
  const serves = backendsOf(tunnel).map(({ id }) => id);
  const { proto, forwards_to: upstream, started_at: started } = tunnel;
  return (
    <tr
      {...ROLES.row}
      className={`${ROW} min-h-row not-last:border-b max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:py-2 max-md:*:first:basis-full max-md:*:not-first:text-xs`}
    >
      <td {...ROLES.cell} className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="max-w-full truncate">
          <RefLink reference={tunnel} name={tunnelName(tunnel)} known />
        </span>
        {serves.length > 0 ? (
          <>
            <span className="text-content-muted">serves</span>
            <BackendLinks ids={serves} />
          </>
        ) : null}
      </td>
      <td {...ROLES.cell} className="text-content-muted">
        {proto || "by labels"}
      </td>
      <td
        {...ROLES.cell}
        className="min-w-0 truncate font-mono text-xs text-content-muted"
        title={upstream ?? undefined}
      >
        {upstream || "–"}
      </td>
      <td {...ROLES.cell} className="text-content-muted">
        <RelativeTime at={started} />
      </td>
    </tr>
  );
}
