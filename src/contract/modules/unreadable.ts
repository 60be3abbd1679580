/** A field of an answer, an extension: why the stored module, or the labels of a backend, can’t be read, and close their addresses (decisions/edge/fail-closed.md). */
export const UNREADABLE = "unreadable";
