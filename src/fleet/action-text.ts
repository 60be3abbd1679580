import type { AgentCommand } from "#contract/tunnel-session.ts";
import { counted } from "#ui/format.ts";
import { awaitsRestart, settleLeft, type FleetAction } from "./action.ts";

type Tone = "ok" | "run" | "warn" | "bad" | "off";
export type Said = { tone: Tone; text: string };

const SENDING: Record<AgentCommand, string> = {
  restart: "Sending restart…",
  stop: "Sending stop…",
  update: "Sending update…",
};
const COMMAND_TITLES: Record<AgentCommand, string> = { restart: "Restart", stop: "Stop", update: "Update" };

/** The command as a title: "Restart". */
export const commandTitle = (kind: AgentCommand): string => COMMAND_TITLES[kind];

const seconds = (from: number, now: number) => Math.max(0, Math.floor((now - from) / 1000));

/** Where an action stands, in a few words; counts seconds up to `now` (ms) while it waits. */
export function stateWords(action: FleetAction, now: number): Said {
  const { state, kind, sentAt, leftAt } = action;
  switch (state.phase) {
    case "sending":
      return { tone: "run", text: SENDING[kind] };
    case "waiting":
      return waitingWords(action, now);
    case "unsure":
      return {
        tone: "warn",
        text: `${state.error.status === 404 ? "Gone (404), maybe by this command" : "No answer, may have worked"}; watching… ${seconds(sentAt, now)} s`,
      };
    case "verified":
      return { tone: "ok", text: verifiedWords(action, state) };
    case "ambiguous":
      return { tone: "warn", text: `Ambiguous: ${counted(state.candidateIds.length, "candidate")}` };
    case "overdue":
      if (state.reason === "not-back") return { tone: "bad", text: "Not back after 60 s" };
      return { tone: "bad", text: `Still online ${seconds(leftAt ?? sentAt, now)} s after ${kind}` };
    case "unchanged":
      return { tone: "bad", text: `Back after ${state.seconds} s, still ${state.version}` };
    case "refused":
    case "failed":
      break;
  }
  const failure = state.phase === "refused" ? "refused" : "failed";
  return { tone: "bad", text: `${COMMAND_TITLES[kind]} ${failure}: ${state.error.msg}` };
}

function waitingWords(action: FleetAction, now: number): Said {
  const { kind, sentAt, leftAt } = action;
  if (kind === "stop") return { tone: "run", text: `Stopping… ${seconds(sentAt, now)} s` };
  if (kind === "restart") return { tone: "run", text: `Waiting for successor… ${seconds(sentAt, now)} s` };
  if (leftAt !== undefined) {
    return { tone: "run", text: `Waiting for successor… ${seconds(leftAt, now)} s` };
  }
  const left = settleLeft(action, now);
  if (left > 0) return { tone: "run", text: `Update accepted, restart in ${Math.ceil(left / 1000)} s` };
  return { tone: "warn", text: "Update accepted, needs a restart" };
}

function verifiedWords(
  { kind }: FleetAction,
  state: Extract<FleetAction["state"], { phase: "verified" }>,
): string {
  if (kind === "stop") return `Stopped after ${state.seconds} s, verified`;
  if (kind === "update") return `Updated to ${state.version ?? "a higher version"}, verified`;
  return state.chosen
    ? `Back after ${state.seconds} s, chosen by you`
    : `Back after ${state.seconds} s, verified`;
}

/**
 * Why an agent can't be told something now because of what it was told before; null when it can. Only the newest
 * unsettled action counts.
 */
export function busyReason(
  command: AgentCommand,
  actions: readonly FleetAction[],
  now: number,
): string | null {
  const open = actions.findLast(({ state }) => state.phase === "sending" || state.phase === "waiting");
  if (!open) return null;
  if (!awaitsRestart(open)) return `${COMMAND_TITLES[open.kind]} is under way.`;
  if (command === "update") return "Update accepted; restart to bring it in.";
  const left = settleLeft(open, now);
  if (command === "restart" && left > 0) {
    return `Update accepted. Restart in ${Math.ceil(left / 1000)} s, so that the new code is used.`;
  }
  return null;
}
