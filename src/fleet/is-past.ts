import { hadNothing, type FleetAction } from "./action.ts";
import type { Told } from "#contract/outdated.ts";
import { isSuperseded } from "./lineage.ts";
import { isAbout } from "./use-session.ts";

/** For how long what came of a command is told in full. */
const TOLD_MS = 5 * 60_000;

/**
 * Is a command of this session's agent done with at `now` (ms): it worked a while ago, or a newer session came for another
 * reason? One that was refused or failed keeps its reason in sight, an update until it runs a higher `version`, and a restart
 * the addresses that did not come back.
 */
export function isPast(action: FleetAction, sessionId: string, now: number, version?: Told): boolean {
  const { kind, state, log, urls, servedAgain, sentAt } = action;
  if (hadNothing(action)) return now - sentAt > TOLD_MS;
  if (["refused", "failed", "unchanged"].includes(state.phase)) return isSuperseded(action, version);
  if (state.phase !== "verified" && state.phase !== "overdue") return false;
  if (!isAbout(action, sessionId)) return true;
  if (state.phase === "overdue") return false;
  const unproven = kind === "restart" && urls.length > 0 && !servedAgain;
  return !unproven && now - (log.at(-1)?.at ?? sentAt) > TOLD_MS;
}
