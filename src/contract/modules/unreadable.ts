/** A field of an answer, an extension: why the stored module can’t be read, and closes its address (decisions/edge/fail-closed.md). */
export const UNREADABLE = "unreadable";
