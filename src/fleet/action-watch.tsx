import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { endpoints } from "#resources/endpoints.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { UNREACHED_KEY } from "#resources/unreachable.ts";
import type { Phase } from "./action.ts";
import { Announcer } from "./announcer.tsx";
import { isUrgent, isWatched, observe } from "./observe.ts";
import { useUpdateReports } from "./update-reports.ts";
import { ledger, useActions } from "./use-fleet.ts";

// Each reading counts, also the one that shows no change.
const often = tunnelSessions.always(1500, 1);
const calmly = tunnelSessions.always(5000);
const UNPROVEN = new Set<Phase>(["sending", "waiting", "unsure", "overdue", "ambiguous"]);

/** Reads the list of sessions while any action is unproven, also in a hidden tab, enters what it sees, and says it aloud. */
export function ActionWatch() {
  const actions = useActions();
  const client = useQueryClient();
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
    if (data) ledger.update((all) => observe(all, { at: dataUpdatedAt, sessions: data }));
  }, [data, dataUpdatedAt]);

  useUpdateReports();

  const settled = actions.filter(({ state }) => state.phase === "verified").length;
  const before = useRef(settled);
  useEffect(() => {
    if (settled !== before.current) {
      // An app that was down is down behind a new tunnel too.
      for (const queryKey of [tunnels.query.queryKey, endpoints.query.queryKey, UNREACHED_KEY])
        void client.invalidateQueries({ queryKey });
    }
    before.current = settled;
  }, [settled, client]);

  return <Announcer />;
}
