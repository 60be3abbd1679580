// Apart from the schemas, so that a browser has them without zod.

/** The API version this console and service speak (protocol-facts.md#versioning). */
export const API_VERSION = "2";

/** The code of a request with a wrong key, from an address that sent too many: it waits, and a right key passes. */
export const WRONG_KEYS = "ERR_GATEHOUSE_9021";

/** Items on one page of a list at most, and by default (protocol-facts.md#lists). */
export const PAGE_LIMIT_MAX = 100;

/** Between an update and the restart, in milliseconds (protocol-facts.md#limits). */
export const UPDATE_SETTLE_MS = 10_000;

/** The code of an update that is refused since its agent runs the newest version. */
export const UPDATE_NOT_AVAILABLE = "ERR_GATEHOUSE_9101";
