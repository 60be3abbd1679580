import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConnection } from "#api/connection.ts";
import { endpoints } from "#api/endpoints.ts";
import { tunnelSessions } from "#api/tunnel-sessions.ts";
import { tunnels } from "#api/tunnels.ts";
import type { Phase } from "./action.ts";
import { isWatched, isUrgent } from "./observe.ts";
import { ledger, useActions } from "./use-fleet.ts";

const often = tunnelSessions.every(1500);
const calmly = tunnelSessions.every(5000);

const UNPROVEN = new Set<Phase>(["sending", "waiting", "unsure", "overdue", "ambiguous"]);

/** Which account the ledger is about. Outlives the shell, so that a change of key between two mounts is seen. */
let account: string | undefined;

/**
 * Watches the list of sessions while any action is unproven, whatever page is shown, also in a hidden tab. Mount it once,
 * inside the shell.
 */
export function FleetWatcher() {
  const actions = useActions();
  const client = useQueryClient();
  const connection = useConnection();
  const { data, dataUpdatedAt } = useQuery({
    ...tunnelSessions.query,
    enabled: actions.some(({ state }) => UNPROVEN.has(state.phase)),
    refetchInterval: (query) => {
      const now = Date.now();
      const all = ledger.getSnapshot();
      if (all.some((action) => isUrgent(action, now))) return often(query);
      return all.some((action) => isWatched(action, now)) ? calmly(query) : false;
    },
    refetchIntervalInBackground: true,
  });

  useEffect(() => {
    const next = connection ? `${connection.baseUrl} ${connection.key}` : undefined;
    if (account !== undefined && account !== next) ledger.clear();
    account = next;
  }, [connection]);

  useEffect(() => {
    if (data) ledger.observe({ at: dataUpdatedAt, sessions: data });
  }, [data, dataUpdatedAt]);

  const settled = actions.filter(({ state }) => state.phase === "verified").length;
  const before = useRef(settled);
  useEffect(() => {
    if (settled !== before.current) {
      for (const { query } of [tunnels, endpoints])
        void client.invalidateQueries({ queryKey: query.queryKey });
    }
    before.current = settled;
  }, [settled, client]);

  return null;
}
