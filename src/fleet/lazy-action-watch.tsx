import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection } from "#api/connection.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { departures } from "./departures.ts";
import { ledger, useActions } from "./use-fleet.ts";

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
    if (account !== undefined && account !== next) {
      ledger.clear();
      departures.set([]);
      void import("./last-known.ts").then(({ forgetKnown }) => forgetKnown());
    }
    account = next;
  }, [connection]);
  useEffect(() => {
    // Not there when the service is gone meanwhile: then nothing is noted.
    import("./watch-departures.ts").then(({ watchDepartures }) => watchDepartures(client)).catch(() => {});
  }, [client]);
  return some ? <ActionWatch /> : null;
}
