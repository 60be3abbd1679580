import { useQuery } from "@tanstack/react-query";
import type { UpdateReport } from "#contract/agent-release.ts";
import { UPDATE_SETTLE_MS } from "#contract/api-facts.ts";
import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { compareVersions } from "#contract/version.ts";
import { agentUpdate } from "#resources/agent-update.ts";
import { href } from "#resources/paths.ts";
import type { IconName } from "#ui/icon.tsx";
import { awaitsRestart, isUnheard, isUpdate, settleLeft, type FleetAction } from "./action.ts";
import { HEARD } from "./sent-here.ts";
import { startAction } from "./start-action.ts";

const COMMAND_TITLES: Record<AgentCommand, string> = { restart: "Restart", stop: "Stop", update: "Update" };

/** The command as a title: "Restart". */
export const commandTitle = (kind: AgentCommand): string => COMMAND_TITLES[kind];

/** Why nothing can be sent to a session that left. */
export const OFFLINE_REASON = "This session is offline.";

/** A command as a control offers it: off with its reason rather than hidden. */
export type Offer = {
  kind: AgentCommand;
  label: string;
  icon: IconName;
  tone?: "danger";
  /** The next step: what an accepted update waits for. */
  primary?: true;
  disabledReason?: string;
};

type About = {
  session: TunnelSession;
  target: string | null;
  actions: readonly FleetAction[];
  online: boolean;
  now: number;
  /** Why an update would change nothing; null or absent = it may. */
  untold?: string | null;
};

/** The restart among what an online agent can be told. */
export function restartOffer(about: Omit<About, "target">): Offer | undefined {
  return offersOf({ ...about, target: null }).find(({ kind }) => kind === "restart");
}

/** What an agent can be told, and why not. `actions` are those sent to this session, oldest first; `online` false = it left. */
export function offersOf(about: About): Offer[] {
  const { session, target, actions, online, now, untold = null } = about;
  const off = (kind: AgentCommand) => {
    const reason = online
      ? (refusal(kind, session) ?? busyReason(kind, actions, now) ?? (kind === "update" ? untold : null))
      : OFFLINE_REASON;
    return reason === null ? {} : { disabledReason: reason };
  };
  const updated = online && actions.some(awaitsRestart) && refusal("restart", session) === null;
  return [
    {
      kind: "update",
      label: target === null ? "Update…" : `Update to ${target}…`,
      icon: "behind",
      ...off("update"),
    },
    {
      kind: "restart",
      label: "Restart…",
      icon: "refresh",
      ...(updated ? { primary: true } : {}),
      ...off("restart"),
    },
    { kind: "stop", label: "Stop…", icon: "stop", tone: "danger", ...off("stop") },
  ];
}

/** Why an agent gets no update again that has one installed. */
export const ALREADY_UPDATED = {
  here: "Already updated. Restart it to finish.",
  byHand: "Already updated. Restart it on its host to finish.",
};

/** The newest command that is under way; one that nobody can tell the end of holds up no other. */
const runningOf = (actions: readonly FleetAction[]) =>
  actions.findLast(({ state }) => state.phase === "sending" || state.phase === "waiting");

/**
 * Why an agent can't be told something now because of what it was told before; null when it can. Only the newest
 * unsettled action counts.
 */
export function busyReason(
  command: AgentCommand,
  actions: readonly FleetAction[],
  now: number,
): string | null {
  const open = runningOf(actions);
  if (!open) return null;
  const updating = isUpdate(open);
  if (updating && command === "stop") return null;
  if (!updating || !awaitsRestart(open)) return `${commandTitle(open.kind)} is running.`;
  if (command === "update") {
    if (isUnheard(open, now)) return "Update is running.";
    return ALREADY_UPDATED[refusal("restart", open.session) === null ? "here" : "byHand"];
  }
  const left = settleLeft(open, now);
  return left > 0 ? `Ready to restart in ${Math.ceil(left / 1000)} s.` : null;
}

/**
 * Why an update with its restart has nothing to do for an agent, or can't be sent now; null when it can. What can't restart itself has
 * nothing left to send once it is updated. `untold` = why it would change nothing; `told` = what was sent to this session, oldest first.
 */
export function noRunbook(
  session: TunnelSession,
  untold: string | null,
  told: readonly FleetAction[],
  now: number,
): string | null {
  const open = runningOf(told);
  const goesOn = refusal("restart", session) === null && open !== undefined && awaitsRestart(open);
  return refusal("update", session) ?? (goesOn ? null : busyReason("update", told, now)) ?? untold;
}

/** Update, wait, restart and check in one: a rollout of one agent. What can't restart itself is watched until its host has. */
export function runbook(session: TunnelSession, untold: string | null, told: readonly FleetAction[]) {
  const restarts = refusal("restart", session) === null;
  const reason = noRunbook(session, untold, told, 0);
  return {
    label: restarts ? "Update and restart…" : "Update and wait for restart…",
    icon: "refresh" as const,
    to: href.rollouts(`?${new URLSearchParams({ session: session.id, action: "update_and_restart" })}`),
    ...(reason === null ? {} : { disabledReason: reason }),
  };
}

/** The same with an update that its agent says is under way, heard at `at` (ms), whoever sent it: as one whose wait is over. */
export function withHeard(
  told: readonly FleetAction[],
  session: TunnelSession,
  { state, version }: Partial<UpdateReport>,
  at: number,
): readonly FleetAction[] {
  if (state !== "updating" && state !== "updated") return told;
  if (told.some((one) => one.kind === "update" && one.state.phase === "waiting")) return told;
  if (compareVersions(version ?? "", session.agent_version ?? "") <= 0) return told;
  const id = `${HEARD}${session.id} ${version}`;
  const before = at - UPDATE_SETTLE_MS;
  const sent = startAction({ id, kind: "update", session, sessions: [], urls: [], at: before });
  const heard = {
    says: state,
    promised: version,
    state: { phase: "waiting" },
    log: [{ at, event: "waiting" }],
  } as const;
  return [{ ...sent, ...heard }, ...told];
}

/** What was sent to a session that is online, from here or from elsewhere. */
export function useHeard(
  session: TunnelSession | undefined,
  told: readonly FleetAction[],
): readonly FleetAction[] {
  const { data, dataUpdatedAt: at } = useQuery({
    ...agentUpdate(session?.id ?? ""),
    enabled: session !== undefined,
  });
  return session && data?.last ? withHeard(told, session, data.last, at) : told;
}
