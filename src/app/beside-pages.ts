import type { QueryClient } from "@tanstack/react-query";

/**
 * Follows the service's stream, runs the rollouts of this browser that no tab runs any more, and asks before
 * a reload drops a half-finished undo.
 * Import lazily. It imports nothing itself: that would be named in the first load (decisions/console/first-load.md).
 */
export function runBesidePages(client: QueryClient, signal: AbortSignal): void {
  const parts = [
    import("#api/follow-stream.ts").then((part) => part.followStream(client, signal)),
    import("#fleet/rollout/tab-runner.ts").then((part) => part.joinTabRollouts(client, signal)),
    import("#edges/drafts.ts").then((part) => part.askBeforeReload(client, signal)),
  ];
  // Without its code, polling goes on as ever.
  for (const part of parts) part.catch(() => {});
}
