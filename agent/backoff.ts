/** Bounds of the wait before connecting again, in milliseconds. */
export type BackoffOptions = { firstMs: number; maxMs: number };

export const BACKOFF: BackoffOptions = { firstMs: 500, maxMs: 30_000 };

/** Milliseconds after which what lasted so long has not failed: the next failure is the first again. */
export const LASTING_MS = 60_000;

/**
 * Wait before the next attempt after `failures` in a row: doubles from `firstMs` up to `maxMs`, of which a random half is
 * taken off, so that a fleet does not come back in one instant.
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: BackoffOptions,
  random: () => number,
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return full * (0.5 + random() / 2);
}
