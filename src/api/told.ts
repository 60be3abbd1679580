/** The lists that a live stream tells about when they change (decisions/api/polling.md), and the version that each is at. */
export const told = new Map<string, string>();

/** How often a list is read that would be told of, in milliseconds: in case the stream is wrong. */
export const TOLD_POLL_MS = 60_000;
