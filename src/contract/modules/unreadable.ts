/**
 * A field of an answer, an extension: why nobody gets in by the stored module, or by the labels of a backend
 * (decisions/edge/fail-closed.md).
 */
export const UNREADABLE = "unreadable";
