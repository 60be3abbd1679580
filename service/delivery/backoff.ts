export type RetryBounds = {
  /** The wait after the first failure, and the longest, in milliseconds. */
  firstMs: number;
  mostMs: number;
  /** An event is given up so long after it was first tried. */
  giveUpMs: number;
};

export const RETRY: RetryBounds = { firstMs: 1_000, mostMs: 600_000, giveUpMs: 86_400_000 };

/** How long to wait after so many failures, in milliseconds: doubled each time, and random by half of it. */
export function waitMs(failures: number, { firstMs, mostMs }: RetryBounds, random = Math.random): number {
  const most = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(most / 2 + (random() * most) / 2);
}
