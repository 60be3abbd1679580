import { Link } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { href } from "#resources/paths.ts";
import { RefLink } from "#components/ref-link.tsx";
import { NewBackendLink } from "#fleet/new-backend-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "#fleet/action.ts";
import { blastRadius, blastTitles, exposureUrl, type Exposure, type Served } from "#fleet/blast-radius.ts";
import { failingApps } from "#fleet/failing-apps.ts";
import { OPENING_MS } from "#fleet/served-again.ts";
import { useServed } from "#fleet/use-served.ts";
import { backendsOf } from "#resources/tunnel-names.ts";
import {
  faultWay,
  isUnreached,
  useEdgeWays,
  useServing,
  wayWords,
  type EdgeWay,
} from "#resources/edge-way.ts";
import { OpenIcon } from "#ui/open-url.tsx";
import { isOpenable } from "#ui/openable.ts";
import { useNow } from "#ui/time.tsx";
import { breakable } from "#ui/breakable.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { BackendLinks } from "./backend-links.tsx";
import { PanelTable } from "./panel-table.tsx";
import { TunnelsPanel } from "./tunnels-panel.tsx";
import { wayOfUrl } from "./way-of-url.ts";

type Props = {
  id: string;
  sessions: readonly TunnelSession[];
  /** Actions about this session, newest first. */
  about: readonly FleetAction[];
  /** Of one that left: its tunnels as they were last read. */
  before?: readonly Tunnel[] | undefined;
};

type ExposureRow = {
  online: boolean;
  exposure: Exposure;
  /** No backend has its labels. */
  unused: boolean;
  /** Other agents’ apps fail, and its own are not known to. */
  isElsewhere: boolean;
  nameOf: (sessionId: string) => string;
  restart: FleetAction | undefined;
  /** What the edge that it is served through leads to, where one is and it is known. */
  way: EdgeWay | undefined;
};

const COLUMNS = [
  {
    head: "Public URL",
    className: "min-w-0 wrap-anywhere",
    cell: (row: ExposureRow) => <PublicUrl {...row} />,
  },
  {
    head: "Served by",
    className: "min-w-0 wrap-anywhere text-content-muted",
    cell: (row: ExposureRow) => <ServedBy {...row} />,
  },
  { head: "Status", className: "min-w-0", cell: (row: ExposureRow) => <ExposureState {...row} /> },
];

/** What a session makes public: its endpoints, who else serves them, and what would go offline without it; and its tunnels. */
export function ServedPanels({ id, sessions, about, before }: Props) {
  const { served: now, error, refetch } = useServed();
  const clock = useNow(5_000);
  const served = now && before ? withTunnels(now, before) : now;
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
  const own = served.tunnels.filter((tunnel) => tunnel.tunnel_session?.id === id);
  const started = sessions.find((one) => one.id === id)?.started_at ?? "";
  if (!before && own.length === 0 && Math.abs(clock - Date.parse(started)) < OPENING_MS)
    return (
      <Panel title="Tunnels and endpoints">
        <p className="px-4 py-2 text-content-muted">Waiting for its tunnels…</p>
      </Panel>
    );
  return (
    <>
      <Endpoints {...{ id, sessions, about, served, before }} />
      {before?.length === 0 ? null : <TunnelsPanel tunnels={own} ended={before !== undefined} />}
    </>
  );
}

/** What is served now, and by these tunnels, which ended. */
function withTunnels(now: Served, ended: readonly Tunnel[]): Served {
  const ids = new Set(ended.map(({ id }) => id));
  return { ...now, tunnels: [...now.tunnels.filter((tunnel) => !ids.has(tunnel.id)), ...ended] };
}

function Endpoints({ id, sessions, about, served, before }: Props & { served: Served }) {
  const radius = blastRadius(new Set([id]), served);
  // Of an agent that left, what is offline without it comes first.
  const first = before
    ? (["dark", "already", "staysUp"] as const)
    : (["staysUp", "dark", "already"] as const);
  const all = [...first, "unused" as const].flatMap((part) => radius[part]);
  const nameOf = (sessionId: string) =>
    sessionName(sessions.find((one) => one.id === sessionId) ?? { id: sessionId, metadata: null });
  const { dark, staysUp } = blastTitles(radius, nameOf);
  const failing = failingApps(radius.dark.flatMap((one) => one.failing.map(nameOf)));
  const restart = about.find(
    ({ state, kind }) => kind === "restart" && "successorId" in state && state.successorId === id,
  );
  const online = before === undefined;
  const ways = useEdgeWays();
  const serving = useServing();
  const rows = all.map((exposure) => ({
    exposure,
    isElsewhere:
      exposure.failing.length > 0 && !exposure.tunnels.some((one) => served.unreached?.has(one.id)),
    unused: radius.unused.includes(exposure),
    nameOf,
    restart,
    online,
    way:
      (online ? faultWay(addressOf(exposure), serving) : null) ??
      wayOfUrl(ways?.get(exposure.edgeId ?? ""), exposureUrl(exposure), serving),
  }));
  return (
    <PanelTable
      title={online ? "Endpoints" : "Served before it disconnected"}
      grid="md:grid-cols-[minmax(0,1fr)_11rem_7.75rem]"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ exposure }) => exposure.key}
      empty="This agent serves no public URL."
      footer={
        all.length > 0 && online
          ? `If you stop it, ${[lower(dark), failing, staysUp].filter(Boolean).join(". ")}.`
          : undefined
      }
    />
  );
}

const addressOf = ({ endpointId, url }: Exposure) => ({
  id: endpointId ?? "",
  proto: url?.split(":", 1)[0],
  address: url,
});

/** Within a sentence. */
const lower = (text: string) => text.replace(/^No\b/, "no");

function PublicUrl({ exposure, unused, online }: ExposureRow) {
  const { key, labels, endpointId, edgeId, tunnels } = exposure;
  const url = exposureUrl(exposure);
  if (url === null) {
    const ids = tunnels.flatMap((tunnel) => backendsOf(tunnel).map(({ id }) => id));
    const id = ids.find((one) => key === `backend ${one}`);
    return (
      <span title={labels} className="flex min-w-0 items-center gap-1">
        {unused ? "No backend has the labels " : "Backend "}
        {id === undefined ? labels : <BackendLinks ids={[id]} />}
        {unused && online ? <NewBackendLink labels={tunnels[0]?.labels} /> : null}
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2">
      {endpointId === null || (!online && edgeId === null) ? (
        <span>{url}</span>
      ) : (
        <Link to={href.endpoint(endpointId)} className="link-quiet">
          {breakable(url)}
        </Link>
      )}
      {isOpenable(url) ? <OpenIcon url={url} /> : null}
    </span>
  );
}

function ServedBy({ exposure, nameOf, online }: ExposureRow) {
  const { edgeId, others, failing } = exposure;
  const names = [...others, ...failing].map(nameOf);
  const [first = "", ...more] = names;
  const also = more.length === 0 ? first : `${first} and ${more.length} more`;
  const alone = online ? "Only this agent" : "No agent";
  const who = also === "" ? alone : `${online ? "Also " : ""}${also}`;
  const all = names.join(", ");
  if (edgeId === null) return <span title={all}>{who}</span>;
  return (
    <span title={all} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <RefLink reference={{ id: edgeId }} name="Edge" known />
      <span>{who}</span>
    </span>
  );
}

function ExposureState({
  exposure: { url, others, edgeId },
  isElsewhere,
  unused,
  restart,
  online,
  way,
}: ExposureRow) {
  if (unused && online) return <Status tone="warn">No backend</Status>;
  // A route has one state, wherever it is shown; only an app of another agent is told there.
  if (way && !(isElsewhere && isUnreached(way.lead))) {
    const { tone, text } = wayWords(way);
    return (
      <Status tone={tone} wrap>
        {text}
      </Status>
    );
  }
  if (!online)
    return others.length > 0 ? <Status tone="ok">Online</Status> : <Status tone="bad">Offline</Status>;
  // What others or an edge keep up was never offline, and its address stays.
  if (others.length > 0 || (edgeId !== null && !restart?.urls.includes(url ?? "")))
    return <Status tone="ok">Online</Status>;
  if (url === null || restart === undefined || restart.urls.length === 0)
    return <Status tone="ok">Online</Status>;
  if (!restart.urls.includes(url)) return <Status tone="warn">New address</Status>;
  const seconds = "seconds" in restart.state ? restart.state.seconds : 0;
  return (
    <Status tone="ok" wrap>
      Online again after {seconds} s
    </Status>
  );
}
