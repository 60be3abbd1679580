import { sessionName } from "#resources/session-name.ts";
import { shortenId } from "#ui/format.ts";
import { neverReached, PATIENCE_MS, type FleetAction, type LogEntry } from "./action.ts";
import { stoppedAfter } from "./action-text.ts";
import { commandTitle } from "./commands.ts";
import { DONE } from "./sent-here.ts";

/** What to say aloud of one line of an action's log; null when it is not news, or no longer so. */
function announcement(action: FleetAction, { event }: LogEntry): string | null {
  const { kind, state } = action;
  const name = sessionName(action.session);
  const command = `${commandTitle(kind)} of ${name}`;
  if (event === "accepted") return `${command} accepted.`;
  // What a rollout has done, its page says of all its agents.
  if (event !== state.phase || action.id.endsWith(DONE)) return null;
  switch (state.phase) {
    case "verified": {
      if (kind === "stop") return `${name} ${stoppedAfter(state.seconds)}.`;
      const as = state.successorId === undefined ? "" : ` as ${shortenId(state.successorId)}`;
      if (kind === "update") return `${name} now runs ${state.version ?? "a higher version"}${as}.`;
      return `${name} is online again${as} after ${state.seconds} s${state.chosen ? ", chosen by you" : ""}.`;
    }
    case "overdue":
      if (state.reason === "no-answer") return `${command}: no answer within ${PATIENCE_MS / 1000} s.`;
      return state.reason === "not-back"
        ? `${name} is still offline after ${PATIENCE_MS / 1000} s.`
        : `${name} is still online ${PATIENCE_MS / 1000} s after ${kind}.`;
    case "ambiguous":
      return `${command}: ${state.candidateIds.length} possible matches. Choose one on its page.`;
    case "unchanged":
      return `${name} is online again as ${shortenId(state.successorId)}, still version ${state.version}.`;
    case "refused":
    case "failed":
      return `${command}${neverReached(action) ? "" : ` ${state.phase}`}: ${state.error.msg}`;
    case "unsure":
      return state.error.status === 404
        ? `${name} disconnected, maybe by this ${kind}.`
        : `${command}: no clear answer. It may have worked.`;
    case "sending":
    case "waiting":
      break;
  }
  return null;
}

/** The news among the actions' logs since `since` (ms), each line once: `told` remembers them. */
export function newsOf(actions: readonly FleetAction[], told: WeakSet<LogEntry>, since: number): string[] {
  return actions.flatMap((action) =>
    action.log.flatMap((entry) => {
      if (told.has(entry)) return [];
      told.add(entry);
      return entry.at < since ? [] : (announcement(action, entry) ?? []);
    }),
  );
}
