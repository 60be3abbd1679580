/** Events of one source that are read, and the bytes of one file. */
export const EVENTS_MAX = 200_000;
export const FILE_MAX_BYTES = 256_000_000;
