import { Link } from "react-router-dom";
import { useLeftSession } from "#fleet/use-left-session.ts";
import { href } from "#resources/paths.ts";
import type { Column } from "#table/column.ts";
import { Clock } from "#traffic/clock.tsx";
import { AgentName, useOnlineSession } from "#traffic/agent-name.tsx";
import { StatusMark } from "#traffic/status-mark.tsx";
import { trafficName, type TrafficRow } from "#traffic/traffic-row.ts";
import { formatBytes, formatMs } from "#ui/amounts.ts";
import { breakable } from "#ui/breakable.tsx";
import { Pill } from "#ui/status.tsx";
import { clip, NAME_MAX } from "#ui/clip.ts";

const quiet = "text-content-muted";

const Agent = ({ id }: { id: string }) => (
  <AgentName id={id} left={useLeftSession(id, useOnlineSession(id).isGone)} />
);

/** What a list of requests says of each. */
export const TRAFFIC_COLUMNS: readonly Column<TrafficRow>[] = [
  {
    id: "time",
    head: "Time",
    width: "minmax(5.5rem, max-content)",
    place: "sub",
    className: quiet,
    cell: ({ at }) => <Clock at={at} />,
  },
  {
    id: "status",
    head: "Status",
    width: "7.5rem",
    place: "state",
    cell: (row) => <StatusMark row={row} />,
  },
  {
    id: "request",
    head: "Request",
    width: "minmax(0, 1fr)",
    place: "lead",
    cell: (row) => (
      <Link
        to={href.trafficEvent(row.id)}
        title={clip(trafficName(row), NAME_MAX)}
        className="text-content hover:underline"
      >
        <span className="mr-1 inline-block font-mono text-xs text-content-muted md:min-w-11">
          {row.method}
        </span>{" "}
        <span className={row.path ? quiet : undefined}>{breakable(row.host)}</span>
        {row.path}
        {row.event.gatehouse?.test ? (
          <>
            {" "}
            <Pill>Test</Pill>
          </>
        ) : null}
      </Link>
    ),
  },
  {
    id: "duration",
    head: "Duration",
    width: "4.5rem",
    place: "sub",
    cell: ({ durationMs }) => (durationMs === undefined ? "–" : formatMs(durationMs)),
  },
  {
    id: "size",
    head: "Size",
    width: "3.5rem",
    place: "sub",
    className: quiet,
    cell: ({ bytesIn, bytesOut }) => (
      <span title={`${formatBytes(bytesIn)} received, ${formatBytes(bytesOut)} sent`}>
        {formatBytes(bytesOut)}
      </span>
    ),
  },
  {
    id: "client",
    head: "Client",
    width: "7rem",
    place: "sub",
    className: "font-mono text-xs text-content-muted",
    cell: ({ client }) => client || "–",
  },
  {
    id: "agent",
    head: "Agent",
    width: "7rem",
    place: "drop",
    cell: ({ event: { gatehouse: own } }) => (own?.session_id ? <Agent id={own.session_id} /> : "–"),
  },
];
