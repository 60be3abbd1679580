import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors.ts";

const RETRIES = 1;
const SLOWEST_POLL_MS = 60_000;

/** Another try only where the same request could fare better: never after an answer below 500, a drift or garbage. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !(error instanceof ApiError)) return false;
  if (error.kind === "network" || error.kind === "timeout") return true;
  return error.kind === "http" && error.status !== undefined && error.status >= 500 && error.status !== 501;
}

type Polled = { state: { dataUpdatedAt: number; errorUpdatedAt: number; error: unknown } };

/**
 * refetchInterval of a query that polls while its page is visible: every `ms`; while it fails, as long again as it has
 * been failing (so each wait doubles), at most once a minute, and not before Retry-After (decisions/api/polling.md).
 */
export function pollEvery(ms: number): (query: Polled) => number {
  return ({ state: { error, dataUpdatedAt, errorUpdatedAt } }) => {
    if (!error) return ms;
    const failing = dataUpdatedAt === 0 ? 2 * ms : errorUpdatedAt - dataUpdatedAt;
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(asked, Math.min(SLOWEST_POLL_MS, Math.max(ms, failing)));
  };
}

/** The cache of the console: structural sharing keeps unchanged rows identical; a hidden page does not poll. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 2000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        refetchIntervalInBackground: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

export const queryClient = createQueryClient();
