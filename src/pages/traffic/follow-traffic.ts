import { getConnection } from "#api/connection.ts";
import { pause } from "#api/pause.ts";
import { readStream } from "#api/read-stream.ts";
import { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { TRAFFIC_STREAM } from "#resources/traffic.ts";
import { trafficRow, type TrafficRow } from "#traffic/traffic-row.ts";

/** Before the stream is asked for again: twice as long each time, until it says something. */
const WAIT_MS = { shortest: 1000, longest: 30_000 };
/** What arrives is handed on together, so that a busy account is drawn a few times a second. */
const TOGETHER_MS = 100;

/** open: it is followed · lost: it is asked for again · absent: the service has none. */
export type StreamState = "open" | "lost" | "absent";

type Told = {
  onState: (state: StreamState) => void;
  /** New rows, the newest first, and how many the service could not send. */
  onRows: (rows: readonly TrafficRow[], missed: number) => void;
};

/** Follows `GET /traffic_stream` with a filter until `end`. */
export async function followTraffic(filter: string, told: Told, end: AbortSignal): Promise<void> {
  let rows: TrafficRow[] = [];
  let missed = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hand = () => {
    timer = undefined;
    const [together, lost] = [rows.toReversed(), missed];
    rows = [];
    missed = 0;
    if (!end.aborted) told.onRows(together, lost);
  };
  for (let wait = WAIT_MS.shortest; !end.aborted; await pause(wait, end)) {
    const connection = getConnection();
    if (!connection) return;
    const isThere = await readStream(
      connection,
      { path: TRAFFIC_STREAM, query: { filter: filter || undefined } },
      end,
      ({ event, data }) => {
        wait = WAIT_MS.shortest;
        const one = event === "message" ? eventOf(data) : null;
        if (one) rows.push(trafficRow(one));
        else missed += event === "message" ? 1 : missedOf(event, data);
        timer ??= setTimeout(hand, TOGETHER_MS);
      },
      () => told.onState("open"),
    );
    if (end.aborted) return;
    told.onState(isThere ? "lost" : "absent");
    if (!isThere) return;
    wait = Math.min(2 * wait, WAIT_MS.longest);
  }
}

function eventOf(data: string): TrafficEvent | null {
  try {
    return TrafficEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/** What `event: dropped` says: how many were left out, since the service or this reader was too slow. */
function missedOf(event: string, data: string): number {
  try {
    const { count } = JSON.parse(data) as { count?: unknown };
    return event === "dropped" && typeof count === "number" ? count : 0;
  } catch {
    return 0;
  }
}
