import { hasEarly } from "#api/early.ts";
import { queryClient } from "#api/query-client.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";

/** How long a page waits for lists that are on their way, rather than to be drawn without rows first. */
const WAIT_MS = 100;

/** Reads what index.html asked for, and waits a moment: the sessions are drawn once, with their rows, where they have arrived. */
export async function firstRows(): Promise<null> {
  if (!hasEarly()) return null;
  const reads = [queryClient.prefetchQuery(tunnelSessions.query), queryClient.prefetchQuery(tunnels.query)];
  await Promise.race([Promise.all(reads), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return null;
}
