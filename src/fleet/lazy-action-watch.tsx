import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection } from "#api/connection.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { settled } from "#ui/settled.ts";
import { departures } from "./departures.ts";
import { forgetVisit } from "./forget-visit.ts";
import { useActions } from "./use-fleet.ts";

const ActionWatch = lazyPart(() => import("./action-watch.tsx"), "ActionWatch");

/** Which account the visit is about. Outlives the shell, so that a change of key between two mounts is seen. */
let account: string | null = null;

/** Watches what became of actions and what leaves the list, whatever page is shown. Mount it once, inside the shell. */
export function LazyActionWatch() {
  const some = useActions().length > 0;
  const connection = useConnection();
  const client = useQueryClient();
  useEffect(() => {
    const next = connection && connection.baseUrl + connection.key;
    if (account && account !== next) forgetVisit();
    account = next;
  }, [connection]);
  useEffect(() => watchSoon(client), [client]);
  return some ? <ActionWatch /> : null;
}

/**
 * Once the page has settled, since the first load waits for nothing else; at once after a reload, when some are known to have left.
 * When the service is gone meanwhile, so is this part, and nothing is noted.
 */
function watchSoon(client: QueryClient): void {
  const watch = () => import("./watch-departures.ts").then((part) => part.watchDepartures(client));
  const ready = departures.getSnapshot().length > 0 ? watch() : settled().then(watch);
  ready.catch(() => {});
}
