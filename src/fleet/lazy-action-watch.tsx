import { useEffect } from "react";
import { useConnection } from "#api/connection.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { ledger, useActions } from "./use-fleet.ts";

const ActionWatch = lazyPart(() => import("./action-watch.tsx"), "ActionWatch");

/** Which account the ledger is about. Outlives the shell, so that a change of key between two mounts is seen. */
let account: string | undefined;

/** Watches what became of actions, whatever page is shown. Mount it once, inside the shell; it loads when there is any. */
export function LazyActionWatch() {
  const some = useActions().length > 0;
  const connection = useConnection();
  useEffect(() => {
    const next = connection ? `${connection.baseUrl} ${connection.key}` : undefined;
    if (account !== undefined && account !== next) ledger.clear();
    account = next;
  }, [connection]);
  return some ? <ActionWatch /> : null;
}
