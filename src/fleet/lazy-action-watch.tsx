import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection } from "#api/connection.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { departures } from "./departures.ts";
import { forgetVisit } from "./forget-visit.ts";
import { useActions } from "./use-fleet.ts";
import type { Reading } from "./watch-departures.ts";

const ActionWatch = lazyPart(() => import("./action-watch.tsx"), "ActionWatch");

/** Which account the visit is about. Outlives the shell, so that a change of key between two mounts is seen. */
let account: string | undefined;

/** Watches what became of actions and what leaves the list, whatever page is shown. Mount it once, inside the shell. */
export function LazyActionWatch() {
  const some = useActions().length > 0;
  const connection = useConnection();
  const client = useQueryClient();
  useEffect(() => {
    const next = connection ? `${connection.baseUrl} ${connection.key}` : undefined;
    if (account !== undefined && account !== next) forgetVisit();
    account = next;
  }, [connection]);
  useEffect(() => watchOnSecondReading(client), [client]);
  return some ? <ActionWatch /> : null;
}

/**
 * Nothing can have left before the list is read again; at once after a reload, when some are known to have left. Answers how to
 * stop waiting. When the service is gone meanwhile, so is this part, and nothing is noted.
 */
function watchOnSecondReading(client: QueryClient): (() => void) | void {
  const watch = (from?: Reading) =>
    void import("./watch-departures.ts").then((part) => part.watchDepartures(client, from)).catch(() => {});
  if (departures.getSnapshot().length > 0) return watch();
  const { queryKey } = tunnelSessions.query;
  const stop = client.getQueryCache().subscribe(({ query: { queryHash, state } }) => {
    if (queryHash !== JSON.stringify(queryKey) || state.fetchStatus !== "fetching") return;
    const list = client.getQueryData(queryKey);
    if (!list) return;
    stop();
    watch({ list, at: state.dataUpdatedAt });
  });
  return stop;
}
