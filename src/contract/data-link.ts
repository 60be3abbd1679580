/**
 * The data link of an agent (agent/README.md#data-link): a second connection that carries streams. The agent is the HTTP/2
 * server on the connection it dialled; the edge opens one CONNECT stream for each connection to a tunnel.
 */
export const DATA_PATH = "/agent/data";
export const DATA_PROTOCOL = "gatehouse-data";

/** Header with the one-time ticket of a link. */
export const TICKET_HEADER = "gatehouse-ticket";

/** Header of a refused stream that says why: a system's error code such as ECONNREFUSED, or one of `StreamRefusal`. */
export const REFUSAL_HEADER = "gatehouse-refusal";

/** Refusals that no system has a code for. */
export const UNKNOWN_TUNNEL = "UNKNOWN_TUNNEL";

/** Bytes that may be under way on one stream and on a whole link before its reader must have taken some. */
export const STREAM_WINDOW = 512 * 1024;
export const LINK_WINDOW = 16 * 1024 * 1024;

/** Streams of a link at a time. */
export const STREAMS_MAX = 100_000;

/** What HTTP/2 may keep in memory for a link, in MB. */
export const LINK_MEMORY_MB = 256;

/** Milliseconds between two pings of the end that opens streams, and of silence after which the other one gives it up. */
export const LINK_PING_MS = 10_000;
export const LINK_SILENT_MS = 30_000;
