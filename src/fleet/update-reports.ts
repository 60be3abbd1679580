import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UpdateReport } from "#contract/agent-release.ts";
import { updateProgress } from "#contract/update-progress.ts";
import { readUpdateReport } from "#resources/agent-update.ts";
import { acceptedAt, type FleetAction, isUpdate, LATE_MS, moved, settleLeft } from "./action.ts";
import { ledger, useActions } from "./use-fleet.ts";

/** Between two looks, in milliseconds, and how many agents are asked about in each. */
const EVERY_MS = 2_000;
const AT_ONCE = 20;

/** Whether what its agent says may still change what is known of an update. */
function isAsked(action: FleetAction, at: number): boolean {
  const { kind, state, says, leftAt, sentAt } = action;
  if (isUpdate(action)) return says === undefined || says === "updating";
  const isLost = state.phase === "unsure" || (state.phase === "overdue" && state.reason === "no-answer");
  return kind === "update" && isLost && leftAt === undefined && at - sentAt < LATE_MS;
}

/** Enters what an agent said of its update at `at` (ms). Returns the same array when that changes nothing. */
export function withUpdateReport(
  actions: readonly FleetAction[],
  sessionId: string,
  report: UpdateReport | null,
  at: number,
): readonly FleetAction[] {
  const next = actions.map((action) =>
    action.sessionId === sessionId && isAsked(action, at) ? heard(action, report, at) : action,
  );
  return next.some((action, i) => action !== actions[i]) ? next : actions;
}

function heard(action: FleetAction, report: UpdateReport | null, at: number): FleetAction {
  const { state } = report ?? {};
  const isUnderWay = state === "updating" || state === "updated";
  if (!isUpdate(action)) {
    // What else it says may be of an update before this one.
    if (!isUnderWay) return action;
    const log = [...action.log, { at, event: "accepted" as const }];
    return { ...action, says: state, state: { phase: "waiting" }, log };
  }
  const progress = updateProgress(report, at - acceptedAt(action));
  if (progress.state === "failed" && settleLeft(action, at) === 0)
    return moved(action, { phase: "failed", error: { msg: progress.detail } }, at);
  const says = isUnderWay ? state : settleLeft(action, at) === 0 ? "nothing" : action.says;
  if (says === action.says || says === undefined) return action;
  return { ...action, says, ...(report && says === "updated" ? { promised: report.version } : {}) };
}

/** Reads what agents say of updates that are under way, a few at once, those that were asked about longest ago first. */
export function useUpdateReports(): void {
  const client = useQueryClient();
  const some = useActions().some((action) => isAsked(action, action.sentAt));
  useEffect(() => {
    if (!some) return undefined;
    const asked = new Map<string, number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      const ids = new Set(
        ledger.getSnapshot().flatMap((action) => (isAsked(action, Date.now()) ? [action.sessionId] : [])),
      );
      const next = [...ids].toSorted((a, b) => (asked.get(a) ?? 0) - (asked.get(b) ?? 0)).slice(0, AT_ONCE);
      await Promise.all(
        next.map(async (id) => {
          const report = await readUpdateReport(client, id);
          const at = Date.now();
          asked.set(id, at);
          if (report !== undefined && !over) ledger.update((all) => withUpdateReport(all, id, report, at));
        }),
      );
      if (!over) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [some, client]);
}
