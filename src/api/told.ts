import type { Check } from "#contract/check.ts";

/** The lists that a live stream tells about when they change (decisions/api/polling.md), and the version that each is at. */
export const told = new Map<string, string>();

/**
 * How a list is read of which the service may say what changed since it was read `before`, once somebody follows its stream.
 * `changedAt`: when the stream first said of each that it changed since it was read, ms; until then it was as it was read.
 */
export const reading: { changes?: ReadChanges; changedAt?: Map<string, number> } = {};
export type ReadChanges = <T extends { id: string }>(
  of: { path: string; key: string; item: Check<T> },
  before: readonly T[] | undefined,
  signal: AbortSignal,
  whole: () => Promise<T[]>,
) => Promise<T[]>;

/** How often a list is read that would be told of, in milliseconds: in case the stream is wrong. */
export const TOLD_POLL_MS = 60_000;
