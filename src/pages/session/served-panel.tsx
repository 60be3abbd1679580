import { Link } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { href } from "#resources/paths.ts";
import { RefLink } from "#components/ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "#fleet/action.ts";
import { blastRadius, blastTitles, type Exposure, type Served } from "#fleet/blast-radius.ts";
import { useServed } from "#fleet/use-served.ts";
import { backendsOf } from "#resources/tunnel-names.ts";
import { Icon } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { BackendLinks } from "./backend-links.tsx";
import { PanelTable } from "./panel-table.tsx";
import { TunnelsPanel } from "./tunnels-panel.tsx";

type Props = {
  id: string;
  sessions: readonly TunnelSession[];
  /** Actions about this session, newest first. */
  about: readonly FleetAction[];
};

type ExposureRow = {
  exposure: Exposure;
  nameOf: (sessionId: string) => string;
  restart: FleetAction | undefined;
};

const COLUMNS = [
  {
    head: "Public URL",
    className: "min-w-0 truncate",
    cell: (row: ExposureRow) => <PublicUrl {...row} />,
  },
  {
    head: "Served by",
    className: "min-w-0 truncate text-content-muted",
    cell: (row: ExposureRow) => <ServedBy {...row} />,
  },
  { head: "Status", className: "min-w-0", cell: (row: ExposureRow) => <ExposureState {...row} /> },
];

/** What a session makes public: its endpoints, who else serves them, and what would go offline without it; and its tunnels. */
export function ServedPanels({ id, sessions, about }: Props) {
  const { served, error, refetch } = useServed();
  if (!served)
    return (
      <Panel title="Tunnels and endpoints">
        {error ? (
          <div className="p-4">
            <ErrorNote error={error} tried="load tunnels and endpoints" onRetry={refetch} />
          </div>
        ) : (
          <SkeletonRows rows={3} label="Loading tunnels and endpoints" />
        )}
      </Panel>
    );
  return (
    <>
      <Endpoints {...{ id, sessions, about, served }} />
      <TunnelsPanel tunnels={served.tunnels.filter((tunnel) => tunnel.tunnel_session?.id === id)} />
    </>
  );
}

function Endpoints({ id, sessions, about, served }: Props & { served: Served }) {
  const radius = blastRadius(new Set([id]), served);
  const all = [...radius.staysUp, ...radius.dark];
  const nameOf = (sessionId: string) =>
    sessionName(sessions.find((one) => one.id === sessionId) ?? { id: sessionId, metadata: null });
  const { dark, staysUp } = blastTitles(radius, nameOf);
  const ifStopped = [dark, staysUp].filter((title) => title !== null).join(", ");
  const restart = about.find(
    ({ state, kind }) => kind === "restart" && "successorId" in state && state.successorId === id,
  );
  const rows = all.map((exposure) => ({ exposure, nameOf, restart }));
  return (
    <PanelTable
      title="Endpoints"
      grid="md:grid-cols-[minmax(0,1fr)_10rem_7.75rem]"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ exposure }) => exposure.key}
      empty="This agent serves no public URL."
      footer={all.length > 0 ? `If you stop it: ${ifStopped}` : undefined}
    />
  );
}

function PublicUrl({ exposure: { key, url, labels, endpointId, tunnels } }: ExposureRow) {
  if (url === null) {
    const ids = tunnels.flatMap((tunnel) => backendsOf(tunnel).map(({ id }) => id));
    const id = ids.find((one) => key === `backend ${one}`);
    return (
      <span title={labels} className="flex min-w-0 items-center gap-1">
        Backend {id === undefined ? labels : <BackendLinks ids={[id]} />}
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2">
      {endpointId === null ? (
        <span className="truncate">{url}</span>
      ) : (
        <Link to={href.endpoint(endpointId)} title={url} className="truncate link-quiet">
          {url}
        </Link>
      )}
      {/^https?:\/\//.test(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${url} in a new tab`}
          className="text-content-faint hover:text-content"
        >
          <Icon name="ext" size={12} />
        </a>
      ) : null}
    </span>
  );
}

function ServedBy({ exposure, nameOf }: ExposureRow) {
  const { edgeId, others } = exposure;
  const also = others.map(nameOf);
  const who = also.length === 0 ? "only this agent" : `also ${also.join(", ")}`;
  if (edgeId === null) return <span title={who}>{who.replace(/^./, (first) => first.toUpperCase())}</span>;
  return (
    <span title={who}>
      <RefLink reference={{ id: edgeId }} name="Edge" known /> · {who}
    </span>
  );
}

function ExposureState({ exposure: { url }, restart }: ExposureRow) {
  if (url === null || restart === undefined || restart.urls.length === 0)
    return <Status tone="ok">Online</Status>;
  if (!restart.urls.includes(url)) return <Status tone="warn">New address</Status>;
  const seconds = "seconds" in restart.state ? restart.state.seconds : 0;
  return <Status tone="ok">Online again after {seconds} s</Status>;
}
