import { ID_PREFIXES } from "#contract/common.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";

/** A request or connection as lists show it. Fields that do not apply are undefined. */
export type TrafficRow = {
  readonly id: string;
  readonly event: TrafficEvent;
  /** When it began, in ms since 1970. */
  readonly at: number;
  /** In capitals: GET; TCP or TLS of a connection that carried no HTTP the edge reads. */
  readonly method: string;
  /** Without the port that the scheme has anyway. */
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly status: number | undefined;
  readonly outcome: string | undefined;
  readonly durationMs: number | undefined;
  /** Bytes from the visitor, and to the visitor. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly client: string;
};

const made = new WeakMap<TrafficEvent, TrafficRow>();

/** The row of an event; of the same event the same row. */
export function trafficRow(event: TrafficEvent): TrafficRow {
  let row = made.get(event);
  if (!row) made.set(event, (row = rowOf(event)));
  return row;
}

function rowOf(event: TrafficEvent): TrafficRow {
  const { object, gatehouse: own = {} } = event;
  const conn = object.conn ?? {};
  const times = {
    at: Date.parse(own.start_ts ?? conn.start_ts ?? event.event_timestamp),
    outcome: own.outcome,
    durationMs: own.duration_ms,
    client: conn.client_ip ?? "",
  };
  if (event.event_type === "http_request_complete.v0") {
    const { request = {}, response = {} } = event.object.http ?? {};
    const { host = conn.server_name ?? "", path = "", query, scheme } = request.url ?? {};
    return {
      id: event.event_id,
      event,
      ...times,
      method: (request.method ?? "").toUpperCase(),
      host: host.replace(scheme === "https" ? /:443$/ : /:80$/, ""),
      path: query ? `${path}?${query}` : path,
      status: response.status_code,
      bytesIn: own.bytes_in ?? request.body_length ?? 0,
      bytesOut: own.bytes_out ?? response.body_length ?? 0,
    };
  }
  const { bytes_in: bytesIn = 0, bytes_out: bytesOut = 0, end_ts: end } = event.object.conn ?? {};
  const isTls = event.gatehouse?.edge_id?.startsWith(`${ID_PREFIXES.tlsEdge}_`) ?? false;
  const name = conn.server_name;
  return {
    id: event.event_id,
    event,
    ...times,
    durationMs: times.durationMs ?? (end ? Date.parse(end) - times.at : undefined),
    method: isTls ? "TLS" : "TCP",
    host: isTls && name ? name : `${name || (conn.server_ip ?? "")}:${conn.server_port ?? ""}`,
    path: "",
    status: undefined,
    bytesIn,
    bytesOut,
  };
}

/** What it is called: "GET shop.example.com/orders?page=2". */
export const trafficName = ({ method, host, path }: Pick<TrafficRow, "method" | "host" | "path">): string =>
  `${method} ${host}${path}`;
